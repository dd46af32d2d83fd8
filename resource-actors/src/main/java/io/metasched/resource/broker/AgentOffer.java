package io.metasched.resource.broker;

/**
 * Node that an agent offers for a task. Nothing is reserved for it.
 *
 * @param task id of the task
 * @param node id of the node
 * @param load maximum load of the node over the task's span, including this task and the tasks
 *     offered before it in the same batch, in per cent
 */
public record AgentOffer(long task, int node, int load) {}
