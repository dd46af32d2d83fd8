/** Actors of a run of brokers and agents, and their model for the clock. */
@NullMarked
package io.metasched.simulation.system.broker.actor;

import org.jspecify.annotations.NullMarked;
