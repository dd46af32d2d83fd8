package io.metasched.metascheduler.cyclic.flow;

import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.model.JobRefusal;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.resource.model.Node;
import io.metasched.resource.pricing.Pricing;
import java.util.List;
import java.util.Optional;

/**
 * Admission check of a submitted job: whether it could ever run. Immutable.
 *
 * <p>Cost of a check: O(c + m log c) for m requested nodes and c different pairs of performance and
 * properties, or c different performances for a job that requires no properties. A refusal because
 * of a limit on prices sorts the prices of all nodes.
 */
public final class Admission {
  private static final long ANY = Long.MAX_VALUE;

  private final NodeClasses nodes;
  private final int nodeCount;
  private final long granularityTicks;

  /** Creates the check for all nodes and their lowest possible prices. */
  public Admission(List<Node> nodes, Pricing pricing, long granularityTicks) {
    this.nodes = new NodeClasses(nodes, pricing);
    nodeCount = nodes.size();
    this.granularityTicks = granularityTicks;
  }

  /** Returns the reason why the job can never run, or empty if it may. */
  public Optional<JobRefusal> refusal(Job job) {
    return refusalOfAny(job)
        .or(() -> below(RefusalReason.BELOW_ANY_PRICE, leastCostMilli(job), job.costLimitMilli()))
        .or(() -> late(job, job.submitTick()));
  }

  /** Returns the reason why the nodes, at their lowest prices, are not sufficient for the job. */
  public Optional<JobRefusal> refusalOfAny(Job job) {
    if (count(job, job.slotPriceLimitMilli(), ANY) >= job.nodes()) {
      return Optional.empty();
    }
    int able = count(job, ANY, ANY);
    if (job.nodes() > nodeCount) {
      return Optional.of(new JobRefusal(RefusalReason.NOT_ENOUGH_NODES, job.nodes(), nodeCount));
    } else if (job.nodes() > able) {
      return Optional.of(new JobRefusal(RefusalReason.REQUIREMENTS, job.nodes(), able));
    }
    long least = nodes.leastPriceMilli(job);
    return below(RefusalReason.PRICE_LIMIT, least, job.slotPriceLimitMilli());
  }

  /**
   * Returns the reason why an amount of money is not sufficient for a job; the nodes must be
   * sufficient.
   *
   * @param milli amount in 1/1000 of money
   */
  public Optional<JobRefusal> unpaid(Job job, long milli) {
    return below(RefusalReason.BUDGET, leastCostMilli(job), milli);
  }

  private static Optional<JobRefusal> below(RefusalReason reason, long needed, long available) {
    return needed <= available
        ? Optional.empty()
        : Optional.of(new JobRefusal(reason, needed, available));
  }

  /**
   * Returns the lowest possible cost of a job's window, on the cheapest nodes, in 1/1000 of money.
   * The nodes must be sufficient for the job.
   */
  public long leastCostMilli(Job job) {
    return nodes.leastCostMilli(job, granularityTicks);
  }

  /**
   * Returns the shortest possible length, in ticks, of a job's window: the length of the longest
   * part on the fastest nodes. The nodes must be sufficient for the job.
   */
  public long leastTicks(Job job) {
    return nodes.leastTicks(job, granularityTicks);
  }

  /**
   * Returns the reason why the job cannot end by its deadline even on the fastest nodes, if it
   * starts at {@code now} or at its earliest start. If too few nodes meet its requirements, this is
   * the reason.
   */
  public Optional<JobRefusal> late(Job job, long now) {
    long most = job.deadlineTick() - Math.max(now, job.earliestStart());
    if (count(job, ANY, most) >= job.nodes()) {
      return Optional.empty();
    }
    return count(job, ANY, ANY) < job.nodes()
        ? refusalOfAny(job)
        : Optional.of(new JobRefusal(RefusalReason.DEADLINE, leastTicks(job), most));
  }

  private int count(Job job, long mostPriceMilli, long mostTicks) {
    return nodes.count(job, granularityTicks, mostPriceMilli, mostTicks);
  }
}
