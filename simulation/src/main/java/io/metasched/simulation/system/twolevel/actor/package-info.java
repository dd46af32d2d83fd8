/** The actors of a two-level run and the clock that drives them. */
@NullMarked
package io.metasched.simulation.system.twolevel.actor;

import org.jspecify.annotations.NullMarked;
