package io.metasched.simulation.workload;

import io.metasched.metascheduler.model.Job;

/**
 * A job and what reality has in store for it.
 *
 * @param job the job as its user submits it
 * @param real how long its parts really run
 * @param withdrawTick when its user withdraws it, unless it has ended by then, or -1
 */
public record SimulatedJob(Job job, RealLength real, long withdrawTick) {}
