package io.metasched.metascheduler.whatif;

import io.metasched.resource.whatif.ProbeAnswer;

/**
 * What a cluster has answered to the probe for a request.
 *
 * @param cluster its index
 */
public record ClusterProbe(int cluster, ProbeAnswer answer) {}
