package io.metasched.simulation.replay;

/**
 * A log replayed under one policy.
 *
 * @param policy name of the local scheduler
 * @param periodTicks time between two passes, 0 for a pass at each event
 * @param schedule when each job ran
 * @param metrics what came of it
 * @param wallSeconds what scheduling alone took, reading excluded
 */
public record PolicyReplay(
    String policy,
    long periodTicks,
    Schedule schedule,
    ReplayMetrics metrics,
    double wallSeconds) {}
