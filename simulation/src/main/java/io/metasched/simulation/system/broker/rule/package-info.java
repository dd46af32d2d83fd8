/**
 * The rules of every sound run of brokers and agents, with an independent implementation of brokers
 * and agents.
 */
@NullMarked
package io.metasched.simulation.system.broker.rule;

import org.jspecify.annotations.NullMarked;
