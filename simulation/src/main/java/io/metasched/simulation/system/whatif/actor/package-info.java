/** Actors of a run of flexible reservations, and their model for the clock. */
@NullMarked
package io.metasched.simulation.system.whatif.actor;

import org.jspecify.annotations.NullMarked;
