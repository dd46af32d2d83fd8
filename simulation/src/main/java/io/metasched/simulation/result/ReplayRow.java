package io.metasched.simulation.result;

/**
 * A job of a replay, as in its jobs.csv.
 *
 * @param id number in the log
 * @param submit tick of its submission
 * @param start tick, -1 where it never started
 * @param end tick, -1 where it never started
 * @param processors how many it took
 * @param waitTicks wait, -1 where it never started
 * @param estimate in ticks
 * @param stopped whether it was stopped at its estimate
 * @param user number, -1 where unknown
 */
public record ReplayRow(
    long id,
    long submit,
    long start,
    long end,
    int processors,
    long waitTicks,
    long estimate,
    boolean stopped,
    int user) {}
