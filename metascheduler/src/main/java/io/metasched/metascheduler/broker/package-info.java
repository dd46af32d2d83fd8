/**
 * A broker of the decentralized reservation by brokers and agents: which agent's offer each task
 * takes, and what becomes of tasks whose agent refuses, is silent or is lost. What an agent offers
 * is not decided here.
 */
@NullMarked
package io.metasched.metascheduler.broker;

import org.jspecify.annotations.NullMarked;
