package io.metasched.simulation.system.broker.rule;

import static io.metasched.simulation.rule.ReportedFigures.seconds;

import io.metasched.metascheduler.broker.OfferPolicies;
import io.metasched.resource.broker.TaskRefusal;
import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.rule.RunRule;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import io.metasched.simulation.system.broker.rows.TaskRow;
import io.metasched.simulation.system.broker.rows.TaskRow.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Rules of every sound run of brokers and agents, checked from its rows alone. */
public final class NegotiationRules {
  public static final List<RunRule<BrokerRun>> ALL =
      List.of(
          new RunRule<>(
              "run",
              "The facts are possible and state the number of tasks; each agent has nodes.",
              NegotiationRules::run),
          new RunRule<>(
              "order",
              "Rows are in order and refer to existing rows; each step is one event at one"
                  + " tick, and ticks do not decrease.",
              RowOrder::check),
          new RunRule<>(
              "link",
              "Losses and returns of an agent alternate, and each broker is notified of each change"
                  + " in time.",
              sound(CheckedNetwork::links)),
          new RunRule<>(
              "message",
              "Messages and replies take between the minimum and the maximum delay, or wait for the"
                  + " preceding message; they arrive if and only if broker and agent are"
                  + " connected.",
              sound(CheckedNetwork::messages)),
          new RunRule<>(
              "agent",
              "Each answer follows from the agent's state: the offered node is the least loaded"
                  + " that can take the task, no hold or commit exceeds a limit or its lapse, and"
                  + " reasons are correct.",
              sound(CheckedAgents::check)),
          new RunRule<>(
              "broker",
              "Each message, placement and outcome follows from the broker's inputs: the broker"
                  + " takes the offer of the policy, retries what is refused or lost within its"
                  + " limits, drops lost agents, and obeys access lists.",
              sound(CheckedBrokers::check)),
          new RunRule<>(
              "capacity",
              "No node exceeds its load or its number of tasks at any instant.",
              NegotiationRules::capacity),
          new RunRule<>(
              "once",
              "No task is in two schedules at one time; at the end, a task is in a schedule if and"
                  + " only if its outcome is `placed`.",
              NegotiationRules::once),
          new RunRule<>(
              "access", "Nobody cancels a task without permission.", NegotiationRules::access));

  private NegotiationRules() {}

  /**
   * Returns a rule that runs only if the rows are in order, because it processes them step by step.
   */
  private static RunRule.Body<BrokerRun> sound(RunRule.Body<BrokerRun> body) {
    return (run, report) -> {
      var faults = new ArrayList<String>();
      RowOrder.check(run, (where, detail, values) -> faults.add(where));
      if (faults.isEmpty()) {
        body.check(run, report);
      }
    };
  }

  private static void run(BrokerRun run, RuleReport report) {
    var facts = run.facts();
    if (!run.title().complete()) {
      report.add("the run", "it must be complete, with an outcome of each task");
    }
    if (!OfferPolicies.names().contains(run.title().policy())) {
      report.add("the run", "policy %s is not a policy of brokers", run.title().policy());
    }
    if (facts.tasks() != run.jobs().size()) {
      report.add("the run", "tasks must be %d", run.jobs().size());
    }
    var agents = new TreeSet<Integer>();
    run.nodes().forEach(row -> agents.add(row.agent()));
    if (agents.size() != facts.agents() || agents.last() != facts.agents() - 1) {
      report.add(
          "the run", "each of %d agents must have nodes, and no other agent", facts.agents());
    }
    run.nodes().stream()
        .filter(row -> row.cpuIdle() > 100)
        .forEach(row -> report.add("node " + row.name(), "cpuIdle must be at most 100"));
    run.jobs().stream()
        .filter(row -> row.broker() >= facts.brokers())
        .forEach(row -> report.add(where(row.task()), "there is no such broker"));
  }

  /** Reports nodes that exceed their maximum load or number of tasks at any instant. */
  private static void capacity(BrokerRun run, RuleReport report) {
    var tasks = RowIndex.of(run).tasks();
    var byNode = new TreeMap<String, List<TaskRow>>();
    for (var line : run.placements()) {
      var task = tasks.get(line.task());
      if (line.isKept() && task != null) {
        RowIndex.add(byNode, "node %d of agent %d".formatted(line.node(), line.agent()), task);
      }
    }
    byNode.forEach(
        (node, here) -> {
          for (var first : here) { // the sum peaks at the start of a task
            long load = 0;
            long many = 0;
            for (var other : here) {
              boolean runs = other.start() <= first.start() && first.start() < other.end();
              load += runs ? other.load() : 0;
              many += runs ? 1 : 0;
            }
            if (load > run.facts().mostLoad() || many > run.facts().mostTasks()) {
              report.add(
                  node,
                  "at %s it has load %d and %d tasks, but may have %d and %d",
                  seconds(first.start()),
                  load,
                  many,
                  run.facts().mostLoad(),
                  run.facts().mostTasks());
            }
          }
        });
  }

  /**
   * Reports tasks with two placements at one time, and final placements that do not match the
   * outcomes.
   */
  private static void once(BrokerRun run, RuleReport report) {
    var until = new TreeMap<Long, Integer>(); // step from which a task may be placed again
    var kept = new TreeSet<Long>();
    for (var line : run.placements()) {
      if (line.placedStep() < until.getOrDefault(line.task(), 0)) {
        report.add(where(line.task()), "it is placed twice at one time");
      }
      until.put(line.task(), line.isKept() ? Integer.MAX_VALUE : line.endedStep());
      if (line.isKept()) {
        kept.add(line.task());
      }
    }
    for (var row : run.jobs()) {
      boolean isPlaced = row.outcome() == Outcome.PLACED;
      if (isPlaced != kept.remove(row.task())) {
        report.add(where(row.task()), "it must be in the schedule if and only if it is placed");
      }
      if ((row.outcome() == Outcome.UNPLACED) != row.reason().isPresent()) {
        report.add(where(row.task()), "it must have a reason if and only if it is given up");
      }
    }
    kept.forEach(task -> report.add(where(task), "there is no such task"));
  }

  /**
   * Reports cancellations by users without the right to cancel, and refusals for lack of this right
   * for users who have it.
   */
  private static void access(BrokerRun run, RuleReport report) {
    var tasks = RowIndex.of(run).tasks();
    for (var wish : run.cancellations()) {
      var task = tasks.get(wish.task());
      var refusal = task == null ? null : NaiveAccess.refusal(task, wish.user());
      if (refusal == null || (refusal.isPresent() && wish.refusal().isEmpty())) {
        report.add(where(wish.task()), "%s may not cancel it", wish.user());
      } else if (refusal.isPresent() != wish.refusal().isPresent()
          && wish.refusal().equals(Optional.of(TaskRefusal.NOT_ALLOWED))) {
        report.add(where(wish.task()), "%s may cancel it", wish.user());
      }
    }
  }

  private static String where(long task) {
    return "task " + task;
  }
}
