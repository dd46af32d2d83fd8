/**
 * Advance reservations of the elements of one multiprocessor, selected by availability rectangles.
 */
@NullMarked
package io.metasched.simulation.system.rectangles;

import org.jspecify.annotations.NullMarked;
