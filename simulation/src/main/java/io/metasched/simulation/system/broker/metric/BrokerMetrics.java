package io.metasched.simulation.system.broker.metric;

import io.metasched.simulation.metric.Grouping;
import io.metasched.simulation.metric.Metric;
import io.metasched.simulation.metric.MetricSet;
import io.metasched.simulation.rows.RowFormat;
import io.metasched.simulation.rows.Unit;
import io.metasched.simulation.system.broker.rows.AnswerRow.Result;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import io.metasched.simulation.system.broker.rows.MessageRow;
import io.metasched.simulation.system.broker.rows.MessageRow.Kind;
import io.metasched.simulation.system.broker.rows.TaskPlacementRow;
import io.metasched.simulation.system.broker.rows.TaskPlacementRow.Ending;
import io.metasched.simulation.system.broker.rows.TaskRow;
import io.metasched.simulation.system.broker.rows.TaskRow.Outcome;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Metrics of brokers and agents; loads in per cent. */
public final class BrokerMetrics {
  public static final MetricSet<BrokerRun> ALL =
      new MetricSet<>(ofRuns(), List.of(byAgent(), byBroker(), byReason()));

  private BrokerMetrics() {}

  private static List<Metric<BrokerRun>> ofRuns() {
    var metrics = new ArrayList<Metric<BrokerRun>>();
    ofTasks().forEach(metric -> metrics.add(metric.of(BrokerRun::jobs)));
    metrics.add(
        new Metric<>(
            "taskSpread",
            "spread",
            "Most tasks of an agent minus fewest tasks of an agent",
            "max c_a - min c_a",
            Unit.COUNT,
            BrokerMetrics::spread,
            run -> Optional.of(BrokerFormulas.spread(run))));
    metrics.add(
        new Metric<>(
            "fairness",
            "fairness",
            "Jain's index of the tasks per agent: 1 if all have the same number",
            "(sum c_a)^2 / (A sum c_a^2)",
            Unit.NONE,
            BrokerMetrics::fairness,
            BrokerFormulas::fairness));
    metrics.add(
        load(
            "meanIntervalLoad",
            "interval load",
            "Load of a node, per cent: the arithmetic mean over its intervals (the paper's)",
            "mean over n of (sum over i of l_i) / m_n",
            run -> NodeLoads.of(run).meanOverIntervals(),
            BrokerFormulas::meanOverIntervals));
    metrics.add(
        load(
            "meanLoad",
            "load",
            "Load of a node, per cent: the mean over time from the first start to the last end",
            "(sum over n, i of l_i d_i) / (N x time from the first start to the last end)",
            run -> NodeLoads.of(run).meanOverTime(),
            BrokerFormulas::meanOverTime));
    metrics.add(
        load(
            "highestLoad",
            "highest",
            "Highest load of a node at any instant, per cent",
            "max l_i",
            run -> NodeLoads.of(run).highest(),
            run -> Optional.of(BrokerFormulas.highest(run))));
    metrics.add(
        count(
            "rounds",
            "rounds",
            "Rounds in which agents were asked",
            BrokerMetrics::rounds,
            BrokerFormulas::rounds));
    metrics.add(
        count(
            "retries",
            "retries",
            "Rounds of tasks after the first round of each",
            BrokerMetrics::retries,
            BrokerFormulas::retries));
    metrics.add(
        count(
            "messages",
            "messages",
            "Messages of brokers to agents, and answers",
            run -> run.messages().size() + delivered(run),
            BrokerFormulas::messages));
    metrics.add(
        count(
            "undelivered",
            "",
            "Messages that did not reach their agents",
            run -> run.messages().size() - delivered(run),
            BrokerFormulas::undelivered));
    metrics.add(
        count(
            "refusedHolds",
            "refused",
            "Accepted offers that agents did not hold",
            run -> refused(run, Kind.HOLD),
            run -> BrokerFormulas.refused(run, Kind.HOLD)));
    metrics.add(
        count(
            "refusedCommits",
            "",
            "Holds that agents did not commit",
            run -> refused(run, Kind.COMMIT),
            run -> BrokerFormulas.refused(run, Kind.COMMIT)));
    metrics.add(
        count(
            "refusedCancellations",
            "",
            "Cancellations that were refused",
            run -> run.cancellations().stream().filter(c -> c.refusal().isPresent()).count(),
            BrokerFormulas::refusedCancellations));
    metrics.add(
        count(
            "lostPlacements",
            "",
            "Placements that were lost with their agents",
            run -> run.placements().stream().filter(p -> p.ending() == Ending.LOST).count(),
            BrokerFormulas::lostPlacements));
    return metrics;
  }

  /** Returns the metrics that are computed over all tasks and over each group of tasks. */
  private static List<Metric<List<TaskRow>>> ofTasks() {
    return List.of(
        ofTasks("tasks", "tasks", "Tasks", List.of(Outcome.values())),
        ofTasks("placed", "placed", "Tasks that are placed", List.of(Outcome.PLACED)),
        new Metric<>(
            "placedShare",
            "performance",
            "Placed tasks, as a share of all (the paper's performance)",
            "placed / tasks",
            Unit.SHARE,
            rows -> rows.stream().filter(TaskRow::isPlaced).count() / (double) rows.size(),
            BrokerFormulas::placedShare),
        ofTasks("unplaced", "unplaced", "Tasks that were given up", List.of(Outcome.UNPLACED)),
        ofTasks("cancelled", "cancelled", "Tasks that were cancelled", List.of(Outcome.CANCELLED)));
  }

  private static Metric<List<TaskRow>> ofTasks(
      String key, String header, String title, List<Outcome> which) {
    return new Metric<>(
        key,
        header,
        title,
        Unit.COUNT,
        rows -> rows.stream().filter(row -> which.contains(row.outcome())).count(),
        rows -> Optional.of(BrokerFormulas.count(rows, which)));
  }

  private static <G> Metric<G> count(
      String key,
      String header,
      String title,
      ToDoubleFunction<G> fast,
      Function<G, BigDecimal> exact) {
    return new Metric<>(
        key, header, title, Unit.COUNT, fast, group -> Optional.of(exact.apply(group)));
  }

  private static Metric<BrokerRun> load(
      String key,
      String header,
      String title,
      String formula,
      ToDoubleFunction<BrokerRun> fast,
      Function<BrokerRun, Optional<BigDecimal>> exact) {
    return new Metric<>(key, header, title, formula, Unit.NONE, fast, exact);
  }

  private static double spread(BrokerRun run) {
    var counts = TaskCounts.byAgent(run).stream().mapToLong(each -> each).summaryStatistics();
    return counts.getMax() - counts.getMin();
  }

  private static double fairness(BrokerRun run) {
    double sum = 0;
    double squares = 0;
    var counts = TaskCounts.byAgent(run);
    for (long count : counts) {
      sum += count;
      squares += (double) count * count;
    }
    return sum * sum / (counts.size() * squares);
  }

  private static long rounds(BrokerRun run) {
    var seen = new TreeSet<Long>();
    run.messages().stream()
        .filter(row -> row.kind() == Kind.OFFER)
        .forEach(row -> seen.add(((long) row.broker() << Integer.SIZE) + row.round()));
    return seen.size();
  }

  /**
   * Counts the repeated attempts of tasks. Each round sends all agents requests for the same tasks,
   * so the first agent represents all.
   */
  private static long retries(BrokerRun run) {
    var first = new TreeMap<Long, Integer>(); // message by broker and round
    for (var row : run.messages()) {
      if (row.kind() == Kind.OFFER) {
        first.putIfAbsent(((long) row.broker() << Integer.SIZE) + row.round(), row.message());
      }
    }
    var counted = new TreeSet<>(first.values());
    var tried = new TreeSet<Long>();
    long all = 0;
    for (var row : run.answers()) {
      if (counted.contains(row.message())) {
        tried.add(row.task());
        all++;
      }
    }
    return all - tried.size();
  }

  private static long delivered(BrokerRun run) {
    return run.messages().stream().filter(MessageRow::isDelivered).count();
  }

  private static long refused(BrokerRun run, Kind kind) {
    return run.answers().stream()
        .filter(row -> row.result() == Result.REFUSED)
        .filter(row -> run.isAnswerTo(row, kind))
        .count();
  }

  private static Grouping<BrokerRun, List<TaskPlacementRow>> byAgent() {
    return new Grouping<>(
        "byAgent",
        "agent",
        BrokerMetrics::agents,
        List.of(
            count(
                "tasks",
                "tasks",
                "Tasks that are placed",
                List::size,
                rows -> BigDecimal.valueOf(rows.stream().distinct().count()))));
  }

  private static SortedMap<String, List<TaskPlacementRow>> agents(BrokerRun run) {
    var groups =
        new TreeMap<String, List<TaskPlacementRow>>(Comparator.comparingLong(Long::parseLong));
    for (int agent = 0; agent < run.facts().agents(); agent++) {
      groups.put(Integer.toString(agent), new ArrayList<>());
    }
    run.placements().stream()
        .filter(TaskPlacementRow::isKept)
        .forEach(
            row ->
                groups
                    .computeIfAbsent(Integer.toString(row.agent()), agent -> new ArrayList<>())
                    .add(row));
    return groups;
  }

  private static Grouping<BrokerRun, List<TaskRow>> byBroker() {
    return new Grouping<>(
        "byBroker", "broker", run -> groups(run, row -> Integer.toString(row.broker())), ofTasks());
  }

  /** Groups unplaced tasks by the reason of their last round. */
  private static Grouping<BrokerRun, List<TaskRow>> byReason() {
    return new Grouping<>(
        "byReason",
        "reason",
        run -> groups(run, row -> row.reason().map(RowFormat::lowerCase).orElse("")),
        List.of(ofTasks("unplaced", "unplaced", "Tasks given up", List.of(Outcome.UNPLACED))));
  }

  private static SortedMap<String, List<TaskRow>> groups(
      BrokerRun run, Function<TaskRow, String> label) {
    var groups = new TreeMap<String, List<TaskRow>>();
    for (var row : run.jobs()) {
      var name = label.apply(row);
      if (!name.isEmpty()) {
        groups.computeIfAbsent(name, each -> new ArrayList<>()).add(row);
      }
    }
    return groups;
  }
}
