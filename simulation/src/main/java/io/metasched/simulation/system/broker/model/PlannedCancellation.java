package io.metasched.simulation.system.broker.model;

/**
 * Cancellation that a user will request.
 *
 * @param task id of the task
 * @param user user who requests it
 * @param broker broker that receives the request
 * @param tick tick of the request
 */
public record PlannedCancellation(long task, String user, int broker, long tick) {}
