package io.metasched.simulation.replay;

import io.metasched.simulation.workload.trace.TraceOptions;

/**
 * How a log was replayed.
 *
 * @param log what was taken from it
 * @param input what became of its jobs
 * @param periodTicks time between two scheduling passes, 0 for a pass at each event
 */
public record ReplayOptions(TraceOptions log, ReplayInput input, long periodTicks) {}
