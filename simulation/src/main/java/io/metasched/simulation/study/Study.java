package io.metasched.simulation.study;

/**
 * The result of an experiment or a sweep, as its files have it.
 *
 * @param experiment name of the experiment
 * @param scenario what is swept over, or empty for an experiment
 * @param seed seed of the run; with the scenario it decides what each replication meets
 * @param measurements what all replications observed
 */
public record Study(String experiment, String scenario, long seed, ObservedValues measurements) {}
