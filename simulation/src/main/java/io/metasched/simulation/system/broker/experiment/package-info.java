/**
 * The experiments on brokers and agents: what is run, what the paper says, what it claims. What
 * they measure of a run are the metrics of the system.
 */
@NullMarked
package io.metasched.simulation.system.broker.experiment;

import org.jspecify.annotations.NullMarked;
