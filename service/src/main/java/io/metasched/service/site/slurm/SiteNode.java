package io.metasched.service.site.slurm;

import java.util.List;

/**
 * Node of a site.
 *
 * @param isSilent whether the daemon of the node does not respond, so that the node gets no new
 *     jobs
 * @param reason reason that an administrator or Slurm gave for the state; empty if there is none
 * @param cores number of processors
 * @param memoryMib memory in MiB
 * @param partitions partitions of the node, by name
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
