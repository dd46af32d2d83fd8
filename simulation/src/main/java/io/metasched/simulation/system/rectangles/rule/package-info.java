/** The rules of every sound run of reservations on a multiprocessor. */
@NullMarked
package io.metasched.simulation.system.rectangles.rule;

import org.jspecify.annotations.NullMarked;
