package io.metasched.resource.agent;

/**
 * A node and how it is used, without its intervals.
 *
 * @param node the node
 * @param tasks how many committed tasks it has
 * @param averageLoad as in {@link NodeFigures}, in per cent
 */
public record NodeSummary(AgentNode node, int tasks, double averageLoad) {}
