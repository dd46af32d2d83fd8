/**
 * Agent of the decentralized reservation by brokers and agents: its nodes, the table of their load
 * over time, and the book of its offers, holds and reservations. Brokers, not this package, select
 * the agent for a task.
 */
@NullMarked
package io.metasched.resource.broker;

import org.jspecify.annotations.NullMarked;
