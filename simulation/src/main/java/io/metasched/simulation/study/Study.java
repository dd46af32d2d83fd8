package io.metasched.simulation.study;

/**
 * Stored result of an experiment or a sweep.
 *
 * @param experiment name of the experiment
 * @param scenario scenario of a sweep; empty for an experiment
 * @param seed seed of the run; with the scenario it determines the random numbers of each
 *     replication
 * @param measurements observations of all replications
 */
public record Study(String experiment, String scenario, long seed, ObservedValues measurements) {}
