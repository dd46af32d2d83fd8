/**
 * An agent of the decentralized reservation by brokers and agents: its nodes, the table of their
 * load over time, and the book of what it offers, holds and has committed. Which of several agents
 * gets a task is decided by a broker, not here.
 */
@NullMarked
package io.metasched.resource.agent;

import org.jspecify.annotations.NullMarked;
