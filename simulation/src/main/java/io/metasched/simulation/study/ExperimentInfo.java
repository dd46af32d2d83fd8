package io.metasched.simulation.study;

/**
 * Description of an experiment.
 *
 * @param name name typed by the user
 * @param summary one sentence on its subject
 * @param source paper, section, table or figure
 * @param replications default number of replications
 * @param secondsEach approximate duration of one replication on one core, in seconds
 * @param timed whether it measures wall time and therefore runs alone on one thread
 */
public record ExperimentInfo(
    String name,
    String summary,
    String source,
    int replications,
    double secondsEach,
    boolean timed) {}
