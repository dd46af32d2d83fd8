package io.metasched.resource.owner;

/**
 * Job of the owner's own users on a node.
 *
 * @param number number, unique on the node, in the order of arrival
 * @param arrivalTick tick of arrival
 * @param lengthTicks ticks for which the job occupies the node, at least 1
 */
public record LocalJob(long number, long arrivalTick, long lengthTicks) {}
