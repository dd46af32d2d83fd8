/**
 * Agent of the decentralized reservation by brokers and agents: its nodes, the table of their load
 * over time, and the book of its offers, holds and reservations. Brokers select the agent of a
 * task, not this package.
 */
@NullMarked
package io.metasched.resource.broker;

import org.jspecify.annotations.NullMarked;
