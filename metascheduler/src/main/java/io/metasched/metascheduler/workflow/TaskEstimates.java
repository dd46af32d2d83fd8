package io.metasched.metascheduler.workflow;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.Work;
import io.metasched.resource.slots.Offers;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Estimates of the lengths and costs of tasks before they have windows, over the nodes that meet
 * their requirements. Cost: O(offers) for each distinct request.
 */
final class TaskEstimates {
  private final Offers offers;
  private final long granularityTicks;
  private final Map<Shape, TaskEstimate> known = new LinkedHashMap<>();

  /**
   * Estimate of a task.
   *
   * @param meanTicks mean length on the admitted nodes, rounded up
   * @param leastTicks length on the fastest admitted node
   * @param meanCostMilli mean cost of a part on the admitted nodes, times the number of parts
   * @param leastCostMilli cost on the cheapest admitted nodes
   */
  record TaskEstimate(long meanTicks, long leastTicks, double meanCostMilli, long leastCostMilli) {
    static final TaskEstimate NONE = new TaskEstimate(1, 1, 0, 0);
  }

  private record Shape(int nodes, Work work, Requirements requirements, long priceLimitMilli) {}

  TaskEstimates(Offers offers, long granularityTicks) {
    this.offers = offers;
    this.granularityTicks = granularityTicks;
  }

  /** Returns the estimate of a job; {@link TaskEstimate#NONE} if no node is admitted. */
  TaskEstimate of(Job job) {
    var shape = new Shape(job.nodes(), job.work(), job.requirements(), job.slotPriceLimitMilli());
    return known.computeIfAbsent(shape, this::estimate);
  }

  private TaskEstimate estimate(Shape shape) {
    var cheapest = new PriorityQueue<Long>(); // negative costs: the highest cost is removed first
    double ticks = 0;
    double cost = 0;
    long least = Long.MAX_VALUE;
    int admitted = 0;
    for (int offer = 0; offer < offers.size(); offer++) {
      var node = offers.node(offer);
      long price = offers.priceMilli(offer);
      if (price > shape.priceLimitMilli() || !shape.requirements().metBy(node)) {
        continue;
      }
      long length = shape.work().lengthTicks(node.performance(), granularityTicks);
      long part = Ticks.costMilli(price, length);
      admitted++;
      ticks += length;
      cost += part;
      least = Math.min(least, length);
      cheapest.add(-part);
      if (cheapest.size() > shape.nodes()) {
        cheapest.remove();
      }
    }
    if (admitted == 0) {
      return TaskEstimate.NONE;
    }
    long leastCost = -cheapest.stream().mapToLong(Long::longValue).sum();
    long mean = (long) Math.ceil(ticks / admitted);
    return new TaskEstimate(mean, least, cost / admitted * shape.nodes(), leastCost);
  }
}
