/**
 * Agents and brokers in wall-clock time, each in a separate JVM. An agent is registered with the
 * receptionist of its cluster, and a broker uses all agents that the receptionist lists. Ticks are
 * milliseconds of Unix time. Nothing is persisted.
 */
@NullMarked
package io.metasched.metascheduler.broker.live;

import org.jspecify.annotations.NullMarked;
