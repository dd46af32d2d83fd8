package io.metasched.simulation.system.cyclic.rows;

/**
 * Local job of an owner.
 *
 * @param node id of the node
 * @param number number of the job, unique on the node
 * @param planned true for the static load known when a horizon opens
 * @param arrivalTick tick of its arrival
 * @param start start in ticks, or -1 if it still waits
 * @param lengthTicks time for which it occupies the node
 */
public record LocalRow(
    int node, long number, boolean planned, long arrivalTick, long start, long lengthTicks) {}
