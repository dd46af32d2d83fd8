package io.metasched.simulation.system.broker;

/**
 * A user is going to want a task cancelled.
 *
 * @param task id of the task
 * @param user who wants it
 * @param broker that is asked
 * @param tick when
 */
public record PlannedCancellation(long task, String user, int broker, long tick) {}
