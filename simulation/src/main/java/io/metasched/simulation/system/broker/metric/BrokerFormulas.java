package io.metasched.simulation.system.broker.metric;

import static io.metasched.simulation.rule.ReportedFigures.ratio;

import io.metasched.simulation.system.broker.rows.AgentNodeRow;
import io.metasched.simulation.system.broker.rows.AnswerRow.Result;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import io.metasched.simulation.system.broker.rows.MessageRow;
import io.metasched.simulation.system.broker.rows.MessageRow.Kind;
import io.metasched.simulation.system.broker.rows.TaskPlacementRow.Ending;
import io.metasched.simulation.system.broker.rows.TaskRow;
import io.metasched.simulation.system.broker.rows.TaskRow.Outcome;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Unrounded numbers of a run, by the checker's own formulas. */
final class BrokerFormulas {
  private BrokerFormulas() {}

  /** Time and load of a task on a node. */
  private record Taken(long start, long end, long load) {}

  static BigDecimal count(List<TaskRow> rows, List<Outcome> which) {
    return count(rows, row -> which.stream().anyMatch(each -> each == row.outcome()));
  }

  private static <T> BigDecimal count(List<T> rows, Predicate<T> which) {
    long count = 0;
    for (var row : rows) {
      count += which.test(row) ? 1 : 0;
    }
    return BigDecimal.valueOf(count);
  }

  static Optional<BigDecimal> placedShare(List<TaskRow> rows) {
    var placed = count(rows, row -> row.outcome() == Outcome.PLACED);
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(ratio(placed, BigDecimal.valueOf(rows.size())));
  }

  private static List<BigDecimal> perAgent(BrokerRun run) {
    var counts = new ArrayList<BigDecimal>();
    for (int agent = 0; agent < run.facts().agents(); agent++) {
      int number = agent;
      counts.add(count(run.placements(), row -> row.agent() == number && row.endedStep() < 0));
    }
    return counts;
  }

  static BigDecimal spread(BrokerRun run) {
    var counts = perAgent(run);
    var most = counts.stream().max(BigDecimal::compareTo).orElseThrow();
    return most.subtract(counts.stream().min(BigDecimal::compareTo).orElseThrow());
  }

  static Optional<BigDecimal> fairness(BrokerRun run) {
    var counts = perAgent(run);
    var sum = counts.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    var squares =
        counts.stream().map(each -> each.multiply(each)).reduce(BigDecimal.ZERO, BigDecimal::add);
    return sum.signum() == 0
        ? Optional.empty()
        : Optional.of(
            ratio(sum.multiply(sum), squares.multiply(BigDecimal.valueOf(counts.size()))));
  }

  private static List<Taken> taken(BrokerRun run, AgentNodeRow node) {
    var tasks = new TreeMap<Long, TaskRow>();
    run.jobs().forEach(row -> tasks.put(row.task(), row));
    var taken = new ArrayList<Taken>();
    for (var row : run.placements()) {
      var task = tasks.get(row.task());
      boolean isHere = row.agent() == node.agent() && row.node() == node.node();
      if (isHere && row.endedStep() < 0 && task != null) {
        taken.add(new Taken(task.start(), task.end(), task.load()));
      }
    }
    return taken;
  }

  /** Returns all ticks at which a task of a node begins or ends, and 0, in ascending order. */
  private static SortedSet<Long> bounds(List<Taken> taken) {
    var bounds = new TreeSet<>(List.of(0L));
    taken.forEach(each -> bounds.addAll(List.of(each.start(), each.end())));
    return bounds;
  }

  private static BigDecimal loadAt(List<Taken> taken, long tick) {
    long load = 0;
    for (var each : taken) {
      load += each.start() <= tick && tick < each.end() ? each.load() : 0;
    }
    return BigDecimal.valueOf(load);
  }

  static Optional<BigDecimal> meanOverIntervals(BrokerRun run) {
    var sum = BigDecimal.ZERO;
    for (var node : run.nodes()) {
      var taken = taken(run, node);
      var bounds = bounds(taken);
      var loads = BigDecimal.ZERO;
      for (long tick : bounds) {
        loads = loads.add(loadAt(taken, tick));
      }
      sum = sum.add(ratio(loads, BigDecimal.valueOf(bounds.size())));
    }
    return run.nodes().isEmpty()
        ? Optional.empty()
        : Optional.of(ratio(sum, BigDecimal.valueOf(run.nodes().size())));
  }

  static Optional<BigDecimal> meanOverTime(BrokerRun run) {
    var all = run.nodes().stream().flatMap(node -> taken(run, node).stream()).toList();
    if (all.isEmpty()) {
      return Optional.empty();
    }
    var work = BigDecimal.ZERO;
    for (var each : all) {
      var length = BigDecimal.valueOf(each.end()).subtract(BigDecimal.valueOf(each.start()));
      work = work.add(length.multiply(BigDecimal.valueOf(each.load())));
    }
    var bounds = bounds(all).stream().filter(tick -> all.stream().anyMatch(t -> meets(t, tick)));
    var ticks = bounds.collect(Collectors.toCollection(TreeSet::new));
    var span = BigDecimal.valueOf(ticks.last()).subtract(BigDecimal.valueOf(ticks.first()));
    return Optional.of(ratio(work, span.multiply(BigDecimal.valueOf(run.nodes().size()))));
  }

  private static boolean meets(Taken taken, long tick) {
    return taken.start() == tick || taken.end() == tick;
  }

  static BigDecimal highest(BrokerRun run) {
    var highest = BigDecimal.ZERO;
    for (var node : run.nodes()) {
      var taken = taken(run, node);
      for (var each : taken) { // the load peaks at the start of a task
        highest = highest.max(loadAt(taken, each.start()));
      }
    }
    return highest;
  }

  static BigDecimal rounds(BrokerRun run) {
    var names =
        run.messages().stream()
            .filter(row -> row.kind() == Kind.OFFER)
            .map(row -> "%d %d".formatted(row.broker(), row.round()));
    return BigDecimal.valueOf(names.distinct().count());
  }

  static BigDecimal retries(BrokerRun run) {
    var rounds = new TreeMap<Long, TreeSet<Integer>>(); // by task
    for (var row : run.answers()) {
      if (row.message() <= run.messages().size()) {
        var message = run.messages().get(row.message() - 1);
        if (message.kind() == Kind.OFFER) {
          rounds.computeIfAbsent(row.task(), task -> new TreeSet<>()).add(message.round());
        }
      }
    }
    var later = BigDecimal.ZERO;
    for (var each : rounds.values()) {
      later = later.add(BigDecimal.valueOf(each.size() - 1L));
    }
    return later;
  }

  static BigDecimal messages(BrokerRun run) {
    var reached = count(run.messages(), row -> row.delivered() >= 0);
    return BigDecimal.valueOf(run.messages().size()).add(reached);
  }

  static BigDecimal undelivered(BrokerRun run) {
    return count(run.messages(), row -> row.delivered() < 0);
  }

  static BigDecimal refused(BrokerRun run, Kind kind) {
    var numbers =
        run.messages().stream()
            .filter(row -> row.kind() == kind)
            .map(MessageRow::message)
            .collect(Collectors.toCollection(TreeSet::new));
    return count(
        run.answers(), row -> row.result() == Result.REFUSED && numbers.contains(row.message()));
  }

  static BigDecimal refusedCancellations(BrokerRun run) {
    return count(run.cancellations(), row -> !row.refusal().equals(Optional.empty()));
  }

  static BigDecimal lostPlacements(BrokerRun run) {
    return count(run.placements(), row -> row.ending() == Ending.LOST);
  }
}
