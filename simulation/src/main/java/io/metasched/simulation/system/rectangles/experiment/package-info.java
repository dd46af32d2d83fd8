/** Experiments on reservations of elements: those of the paper, a log, and what goes beyond it. */
@NullMarked
package io.metasched.simulation.system.rectangles.experiment;

import org.jspecify.annotations.NullMarked;
