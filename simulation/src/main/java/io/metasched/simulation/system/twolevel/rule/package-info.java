/**
 * The rules of every sound run on two levels, with an independent implementation of the grid
 * policies.
 */
@NullMarked
package io.metasched.simulation.system.twolevel.rule;

import org.jspecify.annotations.NullMarked;
