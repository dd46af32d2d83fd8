/** Means and sums over the rows of a run of flexible reservations. */
@NullMarked
package io.metasched.simulation.system.whatif.metric;

import org.jspecify.annotations.NullMarked;
