/** Means and sums over the rows of a run on two levels. */
@NullMarked
package io.metasched.simulation.system.twolevel.metric;

import org.jspecify.annotations.NullMarked;
