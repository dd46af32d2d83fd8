/** The scenario of brokers and agents, their messages and the steps of a run. */
@NullMarked
package io.metasched.simulation.system.broker.model;

import org.jspecify.annotations.NullMarked;
