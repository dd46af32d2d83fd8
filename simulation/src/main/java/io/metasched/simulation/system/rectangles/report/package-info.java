/** The page of a run of reservations on a multiprocessor. */
@NullMarked
package io.metasched.simulation.system.rectangles.report;

import org.jspecify.annotations.NullMarked;
