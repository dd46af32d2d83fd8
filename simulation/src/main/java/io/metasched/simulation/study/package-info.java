/** Replications, sweeps, experiments and comparisons: what repeats runs and measures them. */
@NullMarked
package io.metasched.simulation.study;

import org.jspecify.annotations.NullMarked;
