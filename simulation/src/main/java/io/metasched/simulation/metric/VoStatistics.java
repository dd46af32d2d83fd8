package io.metasched.simulation.metric;

/**
 * What a virtual organization got out of a run. Means are over its finished jobs, in units of time;
 * NaN where none has finished.
 *
 * @param vo the virtual organization
 * @param submitted its jobs
 * @param finished those that finished
 * @param meanWait from the submission to the start
 * @param meanFlow from the submission to the real end of the last part
 * @param spent what its users paid, less what they got back
 * @param nodeTimeShare share of all nodes' time, over the whole run, in which its jobs really ran
 */
public record VoStatistics(
    int vo,
    int submitted,
    int finished,
    double meanWait,
    double meanFlow,
    double spent,
    double nodeTimeShare) {}
