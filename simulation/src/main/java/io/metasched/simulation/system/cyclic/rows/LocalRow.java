package io.metasched.simulation.system.cyclic.rows;

/**
 * A local job of an owner.
 *
 * @param node id of the node
 * @param number unique on the node
 * @param planned true for the static load known when a horizon opens
 * @param arrivalTick when it arrived
 * @param start when it begins, or -1 where it still waits
 * @param lengthTicks how long it occupies the node
 */
public record LocalRow(
    int node, long number, boolean planned, long arrivalTick, long start, long lengthTicks) {}
