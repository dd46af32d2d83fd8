package io.metasched.metascheduler.flow;

import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.pricing.Pricing;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What can be said of a job when it is submitted: whether it could ever run. Immutable.
 *
 * <p>Cost of a question: O(n log n) for n nodes at most.
 */
public final class Admission {
  private final List<Node> nodes;
  private final Pricing pricing;
  private final long granularityTicks;

  /** Judges by all nodes there are and the least prices they may ever have. */
  public Admission(List<Node> nodes, Pricing pricing, long granularityTicks) {
    this.nodes = List.copyOf(nodes);
    this.pricing = pricing;
    this.granularityTicks = granularityTicks;
  }

  /** Why the job can never run, or empty where it may. */
  public Optional<RefusalReason> refusal(Job job) {
    var able =
        nodes.stream()
            .filter(job.requirements()::metBy)
            .filter(node -> pricing.leastPriceMilli(node) <= job.slotPriceLimitMilli())
            .toList();
    if (able.size() < job.nodes()) {
      return Optional.of(RefusalReason.NOT_ENOUGH_NODES);
    }
    long least = Arrays.stream(leastCosts(job, able)).limit(job.nodes()).sum();
    if (least > job.costLimitMilli()) {
      return Optional.of(RefusalReason.BELOW_ANY_PRICE);
    }
    return cannotMeetDeadline(job, job.submitTick())
        ? Optional.of(RefusalReason.DEADLINE)
        : Optional.empty();
  }

  /**
   * Whether the job cannot end by its deadline even on the fastest nodes from {@code now}, or its
   * earliest start, on; true also where too few nodes meet its requirements.
   */
  public boolean cannotMeetDeadline(Job job, long now) {
    int inTime = 0;
    long start = Math.max(now, job.earliestStart());
    for (var node : nodes) {
      if (job.requirements().metBy(node) && length(job, node) <= job.deadlineTick() - start) {
        inTime++;
      }
    }
    return inTime < job.nodes();
  }

  private long[] leastCosts(Job job, List<Node> able) {
    return able.stream()
        .mapToLong(node -> Ticks.costMilli(pricing.leastPriceMilli(node), length(job, node)))
        .sorted()
        .toArray();
  }

  private long length(Job job, Node node) {
    return job.work().lengthTicks(node.performance(), granularityTicks);
  }
}
