package io.metasched.resource.agent;

/**
 * A task and the node that is offered for it.
 *
 * @param task the task
 * @param node id of the node
 */
public record OfferedTask(Task task, int node) {}
