package io.metasched.simulation.result;

import io.metasched.resource.model.JobId;

/**
 * A step on a job's way, in the order in which they happened.
 *
 * @param tick when
 * @param cycle the cycle it belongs to, or -1
 * @param job the job
 * @param event submitted, postponed, reserved, booked, requeued, moved, finished, refused,
 *     withdrawn
 * @param reason why, or empty
 * @param detail numbers for a reader, or empty
 */
public record DecisionRow(
    long tick, int cycle, JobId job, String event, String reason, String detail) {}
