package io.metasched.simulation.report;

import io.metasched.simulation.metric.RunStatistics;
import io.metasched.simulation.result.RunHeader;

/**
 * What is shown of one policy's run.
 *
 * @param violations how many violations the checker found
 * @param placementsDigest fingerprint of all placements
 */
public record PolicyReport(
    RunHeader header, RunStatistics statistics, int violations, String placementsDigest) {}
