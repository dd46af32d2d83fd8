/** Actors of a cyclic run and the model for the clock that drives them. */
@NullMarked
package io.metasched.simulation.system.cyclic.actor;

import org.jspecify.annotations.NullMarked;
