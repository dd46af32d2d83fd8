/** Commands of brokers and agents in wall-clock time, and their output. */
@NullMarked
package io.metasched.simulation.system.broker.cli;

import org.jspecify.annotations.NullMarked;
