package io.metasched.metascheduler.flow;

import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.pricing.Pricing;
import java.util.List;
import java.util.Optional;

/**
 * What can be said of a job when it is submitted: whether it could ever run. Immutable.
 *
 * <p>Cost of a question: O(c + m log c) for m nodes asked for and c different pairs of performance
 * and properties; of performance alone for a job that asks for no properties.
 */
public final class Admission {
  private final NodeClasses nodes;
  private final long granularityTicks;

  /** Judges by all nodes there are and the least prices they may ever have. */
  public Admission(List<Node> nodes, Pricing pricing, long granularityTicks) {
    this.nodes = new NodeClasses(nodes, pricing);
    this.granularityTicks = granularityTicks;
  }

  /** Why the job can never run, or empty where it may. */
  public Optional<RefusalReason> refusal(Job job) {
    long anyLength = Long.MAX_VALUE;
    if (nodes.count(job, granularityTicks, job.slotPriceLimitMilli(), anyLength) < job.nodes()) {
      return Optional.of(RefusalReason.NOT_ENOUGH_NODES);
    }
    if (nodes.leastCostMilli(job, granularityTicks) > job.costLimitMilli()) {
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
    long most = job.deadlineTick() - Math.max(now, job.earliestStart());
    return nodes.count(job, granularityTicks, WindowRequest.NO_LIMIT, most) < job.nodes();
  }
}
