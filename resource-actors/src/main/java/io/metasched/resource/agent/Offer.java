package io.metasched.resource.agent;

/**
 * A node that an agent offers for a task. Nothing is reserved for it.
 *
 * @param task id of the task
 * @param node id of the node
 * @param load that the node would have at most over the span, in per cent, together with the other
 *     tasks that were offered before this one in the same batch
 */
public record Offer(long task, int node, int load) {}
