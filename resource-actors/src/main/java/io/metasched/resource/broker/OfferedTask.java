package io.metasched.resource.broker;

/**
 * Task with the node offered for it.
 *
 * @param task the task
 * @param node id of the node
 */
public record OfferedTask(Task task, int node) {}
