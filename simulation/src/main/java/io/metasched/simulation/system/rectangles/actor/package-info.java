/** Actors of a run of reservations on a multiprocessor, and their model for the clock. */
@NullMarked
package io.metasched.simulation.system.rectangles.actor;

import org.jspecify.annotations.NullMarked;
