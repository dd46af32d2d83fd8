package io.metasched.service.site.slurm;

import java.util.List;

/**
 * Node of a site.
 *
 * @param isSilent whether its daemon does not respond; it gets no new jobs then
 * @param reason reason that an administrator or Slurm gave for its state; empty if there is none
 * @param cores number of processors
 * @param memoryMib memory in MiB
 * @param partitions its partitions, by name
 */
public record SiteNode(
    String name,
    SiteNodeState state,
    boolean isSilent,
    String reason,
    int cores,
    long memoryMib,
    List<SitePartition> partitions) {
  public SiteNode {
    partitions = List.copyOf(partitions);
  }
}
