/** The rows of a run of brokers and agents, as tables and as files. */
@NullMarked
package io.metasched.simulation.system.broker.rows;

import org.jspecify.annotations.NullMarked;
