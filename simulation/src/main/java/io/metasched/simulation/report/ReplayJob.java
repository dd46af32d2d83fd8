package io.metasched.simulation.report;

/**
 * A job as it is replayed.
 *
 * @param id its number in the log
 * @param submitTick when it is submitted
 * @param runTicks how long it runs, at most its estimate
 * @param processors how many processors it takes
 * @param estimateTicks the run time that schedulers expect
 * @param user number of its user, -1 where unknown
 * @param stopped whether its run was cut at its estimate
 */
public record ReplayJob(
    long id,
    long submitTick,
    long runTicks,
    int processors,
    long estimateTicks,
    int user,
    boolean stopped) {}
