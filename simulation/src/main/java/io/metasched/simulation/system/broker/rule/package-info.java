/** The rules of every sound run of brokers and agents, with brokers and agents written anew. */
@NullMarked
package io.metasched.simulation.system.broker.rule;

import org.jspecify.annotations.NullMarked;
