package io.metasched.resource.owner;

/**
 * A job of the owner's own users on its node.
 *
 * @param number unique on the node, in the order of arrival
 * @param arrivalTick when it arrives
 * @param lengthTicks how long it occupies the node, at least 1
 */
public record LocalJob(long number, long arrivalTick, long lengthTicks) {}
