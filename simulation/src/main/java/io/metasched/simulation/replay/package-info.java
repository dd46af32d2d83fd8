/**
 * Replays of logs on one cluster: the events of a log in the order that makes replays comparable,
 * the metrics of what came of it, and the check that it is possible. Local schedulers are in {@code
 * resource.provider}, readers of logs in {@code workload.trace}.
 */
@NullMarked
package io.metasched.simulation.replay;

import org.jspecify.annotations.NullMarked;
