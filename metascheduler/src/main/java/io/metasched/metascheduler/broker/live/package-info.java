/**
 * Agents and brokers in wall-clock time, each in a JVM of its own. An agent is registered with the
 * receptionist of its cluster, and a broker uses all agents that are found there. Their ticks are
 * the milliseconds of Unix time. Nothing is persisted.
 */
@NullMarked
package io.metasched.metascheduler.broker.live;

import org.jspecify.annotations.NullMarked;
