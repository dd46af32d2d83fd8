/** Means and sums over the rows of reservations on a multiprocessor. */
@NullMarked
package io.metasched.simulation.system.rectangles.metric;

import org.jspecify.annotations.NullMarked;
