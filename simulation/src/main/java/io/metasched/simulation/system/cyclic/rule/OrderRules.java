package io.metasched.simulation.system.cyclic.rule;

import io.metasched.metascheduler.queue.QueueOrder;
import io.metasched.resource.model.JobId;
import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.system.cyclic.rows.DecisionRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** Rule of the order in which cycles consider waiting jobs. */
final class OrderRules {
  private static final int ALL_USERS = -1;

  private final RunIndex run;
  private final RuleReport report;
  private final QueueOrder order;
  private final TreeMap<JobId, Ranked> ranks = new TreeMap<>();
  private final TreeMap<Queue, TreeSet<Ranked>> leftOut = new TreeMap<>();
  private final List<Ranked> booked = new ArrayList<>(); // at the current tick

  /** Jobs whose order is known: of an organization, or of one of its users. */
  private record Queue(int vo, int user) implements Comparable<Queue> {
    @Override
    public int compareTo(Queue other) {
      return Comparator.comparingInt(Queue::vo).thenComparingInt(Queue::user).compare(this, other);
    }
  }

  /**
   * Job in the order of its queue.
   *
   * @param priority priority that counts; 0 in the order of submission
   * @param number number in the order of submission
   */
  private record Ranked(JobId job, Queue queue, int priority, int number)
      implements Comparable<Ranked> {
    @Override
    public int compareTo(Ranked other) {
      return priority == other.priority
          ? Integer.compare(number, other.number)
          : Integer.compare(other.priority, priority);
    }
  }

  private OrderRules(RunIndex run, RuleReport report) {
    this.run = run;
    this.report = report;
    order = run.run().header().queueOrder();
  }

  /** Reports jobs that a cycle booked although it had no place for a job before them. */
  static void order(RunIndex run, RuleReport report) {
    var rules = new OrderRules(run, report);
    long tick = 0;
    for (var decision : run.run().decisions()) {
      if (decision.tick() > tick) { // cycles book all their jobs at one tick
        rules.compare();
        tick = decision.tick();
      }
      rules.take(decision);
    }
    rules.compare();
  }

  private void take(DecisionRow decision) {
    var row = run.job(decision.job());
    if (row == null) {
      return; // reported by the rule decision
    }
    var ranked =
        ranks.computeIfAbsent(
            decision.job(),
            id -> {
              int user = order == QueueOrder.FAIR_SHARE ? row.job().user() : ALL_USERS;
              int priority = order == QueueOrder.FIFO ? 0 : row.job().priority();
              return new Ranked(id, new Queue(id.vo(), user), priority, ranks.size());
            });
    var left = leftOut.computeIfAbsent(ranked.queue(), queue -> new TreeSet<>());
    left.remove(ranked);
    if (decision.event().equals("postponed") && decision.reason().equals("batch_full")) {
      left.add(ranked);
    } else if (decision.event().equals("booked")) {
      booked.add(ranked);
    }
  }

  /** Compares the jobs that cycles have booked with the first jobs that these left out. */
  private void compare() {
    for (var job : booked) {
      var left = leftOut.getOrDefault(job.queue(), new TreeSet<>());
      if (!left.isEmpty() && left.first().compareTo(job) < 0) {
        report.add(
            "job " + job.job(),
            "it must not be booked by a cycle whose batch had no place for job %s before it",
            left.first().job());
      }
    }
    booked.clear();
  }
}
