package io.metasched.metascheduler.whatif;

import io.metasched.resource.provider.probe.ProbeAnswer;

/**
 * Answer of a cluster to the probe for a request.
 *
 * @param cluster index of the cluster
 * @param answer the answer
 */
public record ClusterProbe(int cluster, ProbeAnswer answer) {}
