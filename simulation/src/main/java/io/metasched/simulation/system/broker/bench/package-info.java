/**
 * Measures the table of an agent beside the one of the broker-agent paper, and brokers and agents
 * in JVMs of their own. It measures what other packages do; it decides nothing.
 */
@NullMarked
package io.metasched.simulation.system.broker.bench;

import org.jspecify.annotations.NullMarked;
