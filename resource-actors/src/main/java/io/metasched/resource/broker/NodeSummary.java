package io.metasched.resource.broker;

/**
 * Node with its usage, without its intervals.
 *
 * @param node the node
 * @param tasks number of its committed tasks
 * @param averageLoad as in {@link NodeFigures}, in per cent
 */
public record NodeSummary(AgentNode node, int tasks, double averageLoad) {}
