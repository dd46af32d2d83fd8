/** The rows of a run of reservations on a multiprocessor, as tables and as files. */
@NullMarked
package io.metasched.simulation.system.rectangles.rows;

import org.jspecify.annotations.NullMarked;
