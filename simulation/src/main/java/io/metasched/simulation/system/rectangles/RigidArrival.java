package io.metasched.simulation.system.rectangles;

/**
 * A job as a workload has it, before it asks for a reservation.
 *
 * @param job its number
 * @param arrival tick of its arrival, 0 and up
 * @param durationTicks how long it needs its elements
 * @param elements how many
 */
public record RigidArrival(long job, long arrival, long durationTicks, int elements) {}
