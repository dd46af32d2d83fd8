/**
 * Experiments on reservations of elements: experiments of the paper, on a log, and on extensions of
 * the paper.
 */
@NullMarked
package io.metasched.simulation.system.rectangles.experiment;

import org.jspecify.annotations.NullMarked;
