package io.metasched.simulation.system.rectangles.model;

/**
 * Job of a workload, before its request for a reservation.
 *
 * @param job number of the job
 * @param arrival tick of its arrival, 0 and up
 * @param durationTicks duration for which it needs its elements, in ticks
 * @param elements number of elements
 */
public record RigidArrival(long job, long arrival, long durationTicks, int elements) {}
