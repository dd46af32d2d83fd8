/** Actors of a two-level run, and their model for the clock. */
@NullMarked
package io.metasched.simulation.system.twolevel.actor;

import org.jspecify.annotations.NullMarked;
