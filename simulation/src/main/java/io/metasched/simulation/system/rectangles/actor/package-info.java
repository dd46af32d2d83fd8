/** The actors of a run of reservations on a multiprocessor, and what their clock drives. */
@NullMarked
package io.metasched.simulation.system.rectangles.actor;

import org.jspecify.annotations.NullMarked;
