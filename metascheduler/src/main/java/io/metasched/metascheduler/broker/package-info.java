/**
 * Broker of the decentralized reservation by brokers and agents. The broker selects an agent's
 * offer for each task, and places a task again if its agent refuses, does not answer or is lost.
 * This package does not make the offers of agents.
 */
@NullMarked
package io.metasched.metascheduler.broker;

import org.jspecify.annotations.NullMarked;
