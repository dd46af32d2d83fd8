package io.metasched.service.site.slurm;

import io.metasched.service.site.TakenSpan;
import java.util.List;
import java.util.Optional;

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

  /**
   * Obstacle for new jobs on a node.
   *
   * @param reason {@code DRAINED} or {@code DOWN}
   * @param text text given by the site, or the state of the node
   */
  record Fault(TakenSpan.Reason reason, String text) {}

  Optional<SitePartition> partition(String name) {
    return partitions.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /** Returns the obstacle for new jobs of a partition on this node; empty if there is none. */
  Optional<Fault> fault(String partition) {
    var own = partition(partition);
    var words = reason.isEmpty() ? state.name() : reason;
    if (own.isEmpty()) {
      return fault(TakenSpan.Reason.DOWN, "%s is not in partition %s".formatted(name, partition));
    } else if (state.use() == SiteNodeState.Use.DRAINED) {
      return fault(TakenSpan.Reason.DRAINED, words);
    } else if (state.use() == SiteNodeState.Use.DOWN) {
      return fault(TakenSpan.Reason.DOWN, words);
    } else if (isSilent) {
      return fault(TakenSpan.Reason.DOWN, "not responding");
    }
    return own.get().isUp()
        ? Optional.empty()
        : fault(TakenSpan.Reason.DOWN, "partition %s is not up".formatted(partition));
  }

  private static Optional<Fault> fault(TakenSpan.Reason reason, String text) {
    return Optional.of(new Fault(reason, text));
  }
}
