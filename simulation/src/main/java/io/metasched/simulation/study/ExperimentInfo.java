package io.metasched.simulation.study;

/**
 * What an experiment is.
 *
 * @param name what the user types
 * @param summary what it shows, in one sentence
 * @param source paper, section, table or figure
 * @param replications how many a run has unless the user says otherwise
 * @param secondsEach roughly what one replication takes on one core, in seconds
 * @param timed whether it measures wall time and so has one thread to itself
 */
public record ExperimentInfo(
    String name,
    String summary,
    String source,
    int replications,
    double secondsEach,
    boolean timed) {}
