/** Metrics over the rows of a cyclic run: means and sums. */
@NullMarked
package io.metasched.simulation.system.cyclic.metric;

import org.jspecify.annotations.NullMarked;
