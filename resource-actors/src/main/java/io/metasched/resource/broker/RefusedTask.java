package io.metasched.resource.broker;

/**
 * Task that an agent does not offer, hold or commit.
 *
 * @param task id of the task
 * @param reason reason of the refusal
 */
public record RefusedTask(long task, TaskRefusal reason) {}
