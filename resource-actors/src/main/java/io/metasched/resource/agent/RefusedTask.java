package io.metasched.resource.agent;

/**
 * A task that an agent does not offer, hold or commit.
 *
 * @param task id of the task
 * @param reason why
 */
public record RefusedTask(long task, TaskRefusal reason) {}
