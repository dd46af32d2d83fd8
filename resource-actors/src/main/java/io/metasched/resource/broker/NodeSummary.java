package io.metasched.resource.broker;

/**
 * Node with its usage, but without its intervals.
 *
 * @param node the node
 * @param tasks number of committed tasks on the node
 * @param averageLoad as in {@link NodeFigures}, in per cent
 */
public record NodeSummary(AgentNode node, int tasks, double averageLoad) {}
