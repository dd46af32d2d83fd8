/** Means and sums over the rows of a cyclic run. */
@NullMarked
package io.metasched.simulation.system.cyclic.metric;

import org.jspecify.annotations.NullMarked;
