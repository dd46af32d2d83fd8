package io.metasched.service.site.slurm;

import java.time.Duration;
import java.util.Optional;

/**
 * Partition of a site, as listed for one of its nodes.
 *
 * @param isUp whether the partition starts jobs
 * @param maxTime longest time limit of a job; empty if there is no limit
 */
public record SitePartition(String name, boolean isUp, Optional<Duration> maxTime) {}
