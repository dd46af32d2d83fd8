/**
 * The rules of every sound run of flexible reservations, with an independent implementation of a
 * cluster.
 */
@NullMarked
package io.metasched.simulation.system.whatif.rule;

import org.jspecify.annotations.NullMarked;
