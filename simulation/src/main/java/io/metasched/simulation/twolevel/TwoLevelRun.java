package io.metasched.simulation.twolevel;

/**
 * Jobs played under one policy, with all that follows from it.
 *
 * @param policy how reservations found their provider
 * @param setting the two levels
 * @param outcome what became of the jobs
 * @param metrics what it came to
 * @param placementsDigest fingerprint of which processors each job had, and when
 * @param violations how many the check found
 * @param wallSeconds what playing alone took
 */
public record TwoLevelRun(
    String policy,
    TwoLevelSetting setting,
    TwoLevelOutcome outcome,
    TwoLevelMetrics metrics,
    String placementsDigest,
    int violations,
    double wallSeconds) {}
