/** The rules of every sound run of flexible reservations, with a cluster written anew. */
@NullMarked
package io.metasched.simulation.system.whatif.rule;

import org.jspecify.annotations.NullMarked;
