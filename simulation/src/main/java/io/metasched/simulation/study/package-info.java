/** Replications, sweeps, experiments and comparisons: repetition and measurement of runs. */
@NullMarked
package io.metasched.simulation.study;

import org.jspecify.annotations.NullMarked;
