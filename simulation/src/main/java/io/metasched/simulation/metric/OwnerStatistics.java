package io.metasched.simulation.metric;

/**
 * What a domain's owners got out of a run.
 *
 * @param domain the domain
 * @param nodes its nodes
 * @param parts parts of VO jobs that ran there
 * @param procTime their real lengths, in units of time
 * @param income what users paid, less what was paid back
 * @param utilisation share of the nodes' time in which VO jobs ran, over the whole run
 * @param localUtilisation share in which local jobs ran
 * @param localJobs local jobs that arrived and were placed
 * @param meanLocalWait mean wait of those, in units of time; NaN without any
 */
public record OwnerStatistics(
    int domain,
    int nodes,
    int parts,
    double procTime,
    double income,
    double utilisation,
    double localUtilisation,
    int localJobs,
    double meanLocalWait) {}
