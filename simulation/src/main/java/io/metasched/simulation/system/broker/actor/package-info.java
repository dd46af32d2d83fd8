/** The actors of a run of brokers and agents, and what their clock drives. */
@NullMarked
package io.metasched.simulation.system.broker.actor;

import org.jspecify.annotations.NullMarked;
