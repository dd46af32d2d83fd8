/** The commands of brokers and agents in wall-clock time, and what they print. */
@NullMarked
package io.metasched.simulation.system.broker.cli;

import org.jspecify.annotations.NullMarked;
