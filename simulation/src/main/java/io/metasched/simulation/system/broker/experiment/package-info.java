/**
 * Experiments on brokers and agents: points, values of the paper, and claims. The measured values
 * are the metrics of the system. One experiment starts agents in separate JVMs.
 */
@NullMarked
package io.metasched.simulation.system.broker.experiment;

import org.jspecify.annotations.NullMarked;
