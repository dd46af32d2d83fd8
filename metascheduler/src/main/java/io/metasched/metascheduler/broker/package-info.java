/**
 * Broker of the decentralized reservation by brokers and agents. It selects an agent's offer for
 * each task, and places tasks again whose agent refuses, does not answer or is lost. Offers of
 * agents are made elsewhere.
 */
@NullMarked
package io.metasched.metascheduler.broker;

import org.jspecify.annotations.NullMarked;
