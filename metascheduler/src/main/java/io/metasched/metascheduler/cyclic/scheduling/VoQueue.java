package io.metasched.metascheduler.cyclic.scheduling;

import io.metasched.metascheduler.cyclic.flow.FlowJobState;
import io.metasched.metascheduler.cyclic.flow.JobFlow;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.queue.QueueOrder;
import io.metasched.metascheduler.queue.QueueOrder.Waiting;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Ticks;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Waiting jobs of an organization in the order in which its cycles consider them. The expected cost
 * of a job, for fair shares, is its cost on nodes of the mean performance at the mean list price.
 */
final class VoQueue {
  private final VoRules rules;
  private final long priceMilli;
  private final int performance;

  VoQueue(VoRules rules, List<Node> nodes) {
    this.rules = rules;
    long count = Math.max(1, nodes.size());
    priceMilli = nodes.stream().mapToLong(Node::priceMilli).sum() / count;
    long performances = nodes.stream().mapToLong(Node::performance).sum();
    performance = (int) Math.max(1, performances / count);
  }

  /** Returns the jobs that wait at {@code now}. */
  List<FlowJobState> sorted(JobFlow flow, long now) {
    var order = rules.queue().order();
    if (order == QueueOrder.FIFO) {
      return flow.waiting();
    }
    var byPlace = new TreeMap<Long, FlowJobState>();
    var waiting = new ArrayList<Waiting>();
    for (var state : flow.waiting()) {
      var job = state.job();
      byPlace.put(state.place(), state);
      waiting.add(new Waiting(state.place(), job.user(), job.priority(), costMilli(job)));
    }
    var used = flow.usedMilli(now);
    return order.sorted(waiting, user -> used.getOrDefault(user, 0L)).stream()
        .map(each -> Objects.requireNonNull(byPlace.get(each.number())))
        .toList();
  }

  private long costMilli(Job job) {
    long length = job.work().lengthTicks(performance, rules.granularityTicks());
    return Math.multiplyExact(job.nodes(), Ticks.costMilli(priceMilli, length));
  }
}
