/** Means and sums over the rows of a run of brokers and agents. */
@NullMarked
package io.metasched.simulation.system.broker.metric;

import org.jspecify.annotations.NullMarked;
