package io.metasched.simulation.system.whatif.metric;

import static io.metasched.simulation.rule.ReportedFigures.TICKS;
import static io.metasched.simulation.rule.ReportedFigures.ratio;
import static io.metasched.simulation.rule.ReportedFigures.sum;

import io.metasched.metascheduler.whatif.GridAnswer.Outcome;
import io.metasched.simulation.rule.ReportedFigures;
import io.metasched.simulation.system.whatif.rows.RequestRow;
import io.metasched.simulation.system.whatif.rows.SlotRow;
import io.metasched.simulation.system.whatif.rows.WhatIfJobRow;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/** Unrounded numbers of a run, by the checker's own formulas. */
final class WhatIfFormulas {
  private WhatIfFormulas() {}

  /** Returns the number of rows with different numbers. */
  static <R> BigDecimal different(List<R> rows, ToLongFunction<R> number) {
    return big(rows.stream().mapToLong(number).distinct().count());
  }

  static BigDecimal granted(List<RequestRow> rows) {
    return sum(rows, row -> big(row.outcome() == Outcome.GRANTED ? 1 : 0));
  }

  static BigDecimal withdrawn(List<RequestRow> rows) {
    return sum(rows, row -> big(row.withdrawn() < 0 ? 0 : 1));
  }

  static Optional<BigDecimal> successRate(List<RequestRow> rows) {
    return rows.isEmpty() ? Optional.empty() : Optional.of(ratio(granted(rows), big(rows.size())));
  }

  static Optional<BigDecimal> tried(List<RequestRow> rows) {
    var granted = granted(rows);
    return granted.signum() == 0
        ? Optional.empty()
        : Optional.of(
            ratio(
                sum(rows, row -> big(row.outcome() == Outcome.GRANTED ? row.tried() : 0)),
                granted));
  }

  /**
   * Returns the success rate of requests at high load: requests whose backlog is exceeded, or
   * equalled earlier, by fewer than a fifth of all probed requests.
   */
  static Optional<BigDecimal> successAtHighLoad(WhatIfRun run) {
    var rows = new ArrayList<RequestRow>();
    var backlogs = new ArrayList<Long>();
    for (var row : run.requests()) {
      long highest = -1;
      for (var probe : run.probes()) {
        highest = probe.request() == row.id() ? Math.max(highest, probe.backlogTicks()) : highest;
      }
      if (highest >= 0) {
        rows.add(row);
        backlogs.add(highest);
      }
    }
    var highest = new ArrayList<RequestRow>();
    for (int i = 0; i < rows.size(); i++) {
      int before = 0;
      for (int j = 0; j < rows.size(); j++) {
        boolean isHigher = backlogs.get(j) > backlogs.get(i);
        before += isHigher || (j < i && backlogs.get(j).equals(backlogs.get(i))) ? 1 : 0;
      }
      if (before * WhatIfMetrics.HIGH_LOAD < rows.size()) {
        highest.add(rows.get(i));
      }
    }
    return successRate(highest);
  }

  /** Returns the mean, in seconds. */
  static Optional<BigDecimal> mean(List<WhatIfJobRow> rows, ToLongFunction<WhatIfJobRow> ticks) {
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(ReportedFigures.mean(rows, row -> big(ticks.applyAsLong(row)).divide(TICKS)));
  }

  static BigDecimal delayed(List<WhatIfJobRow> rows) {
    return sum(rows, row -> big(row.start() > row.aloneStart() ? 1 : 0));
  }

  /** Returns the mean over the delayed jobs, in seconds. */
  static Optional<BigDecimal> meanOfDelayed(
      List<WhatIfJobRow> rows, ToLongFunction<WhatIfJobRow> ticks) {
    return mean(beganLater(rows), ticks);
  }

  private static List<WhatIfJobRow> beganLater(List<WhatIfJobRow> rows) {
    return rows.stream().filter(row -> row.start() > row.aloneStart()).toList();
  }

  /** Returns the times from the submission to a start, in seconds. */
  static List<BigDecimal> waits(List<WhatIfJobRow> rows, ToLongFunction<WhatIfJobRow> start) {
    return rows.stream()
        .map(row -> big(start.applyAsLong(row)).subtract(big(row.submit())).divide(TICKS))
        .toList();
  }

  /** Returns the times from the submission to a start over the delayed jobs, in seconds. */
  static List<BigDecimal> waitsOfDelayed(
      List<WhatIfJobRow> rows, ToLongFunction<WhatIfJobRow> start) {
    return waits(beganLater(rows), start);
  }

  /** Returns the total added wait, in seconds. */
  static BigDecimal addedWait(List<WhatIfJobRow> rows) {
    return sum(rows, row -> big(Math.max(0, row.start() - row.aloneStart())).divide(TICKS));
  }

  /** Returns the makespan, in seconds. */
  static BigDecimal makespan(WhatIfRun run) {
    long last = 0;
    for (var row : run.jobs()) {
      last = Math.max(last, row.start() + row.runTicks());
    }
    for (var row : run.requests()) {
      boolean began = row.outcome() == Outcome.GRANTED && row.withdrawn() < 0;
      last = began ? Math.max(last, row.start() + row.durationTicks()) : last;
    }
    return sinceFirst(run, last);
  }

  /** Returns the time from the first submission of a job or request, in seconds; at least 0. */
  private static BigDecimal sinceFirst(WhatIfRun run, long tick) {
    long first =
        LongStream.concat(
                run.jobs().stream().mapToLong(WhatIfJobRow::submit),
                run.requests().stream().mapToLong(RequestRow::submit))
            .min()
            .orElse(tick);
    return big(Math.max(first, tick)).subtract(big(first)).divide(TICKS);
  }

  private static BigDecimal makespanAlone(WhatIfRun run) {
    long last = 0;
    for (var row : run.jobs()) {
      last = Math.max(last, row.aloneStart() + row.runTicks());
    }
    return sinceFirst(run, last);
  }

  static Optional<BigDecimal> makespanGrowth(WhatIfRun run) {
    var alone = makespanAlone(run);
    return alone.signum() == 0
        ? Optional.empty()
        : Optional.of(ratio(makespan(run).subtract(alone), alone));
  }

  static Optional<BigDecimal> utilisation(WhatIfRun run) {
    var makespan = makespan(run);
    if (makespan.signum() == 0) {
      return Optional.empty();
    }
    var ofJobs = sum(run.jobs(), row -> big(row.processors()).multiply(big(row.runTicks())));
    var ofRequests =
        sum(
            run.requests(),
            row ->
                row.outcome() == Outcome.GRANTED && row.withdrawn() < 0
                    ? big(row.places().size())
                        .multiply(big(row.processors()))
                        .multiply(big(row.durationTicks()))
                    : BigDecimal.ZERO);
    var processors = sum(run.facts().processors(), BigDecimal::valueOf);
    return Optional.of(
        ratio(ofJobs.add(ofRequests), processors.multiply(makespan).multiply(TICKS)));
  }

  static Optional<BigDecimal> realToPlannedMakespan(WhatIfRun run) {
    return meanRatio(
        run,
        (slot, jobs) -> {
          long last = jobs.stream().mapToLong(WhatIfJobRow::end).max().orElse(0);
          return ratio(big(last - submit(run, slot.request())), big(slot.makespanTicks()));
        });
  }

  static Optional<BigDecimal> realToPlannedCompletion(WhatIfRun run) {
    return meanRatio(
        run,
        (slot, jobs) -> {
          var total = sum(jobs, row -> big(row.end() - row.submit()));
          return ratio(total, big(jobs.size()).multiply(big(slot.completionTicks())));
        });
  }

  private static long submit(WhatIfRun run, long request) {
    return run.requests().stream()
        .filter(row -> row.id() == request)
        .mapToLong(RequestRow::submit)
        .findFirst()
        .orElseThrow();
  }

  /**
   * Returns the mean of a ratio over the slots that were taken, each with the jobs present at its
   * cluster.
   */
  private static Optional<BigDecimal> meanRatio(
      WhatIfRun run, BiFunction<SlotRow, List<WhatIfJobRow>, BigDecimal> ratio) {
    var ratios = new ArrayList<BigDecimal>();
    for (var request : run.requests()) {
      if (request.outcome() != Outcome.GRANTED) {
        continue;
      }
      for (var slot : run.slots()) {
        boolean isTaken =
            slot.request() == request.id()
                && slot.start() == request.start()
                && request.places().contains(slot.cluster());
        if (isTaken && slot.makespanTicks() > 0 && slot.completionTicks() > 0) {
          ratios.add(ratio.apply(slot, present(run, slot.cluster(), request.submit())));
        }
      }
    }
    return ratios.isEmpty()
        ? Optional.empty()
        : Optional.of(ReportedFigures.mean(ratios, each -> each));
  }

  /** Returns the jobs that ran or waited at a cluster. */
  private static List<WhatIfJobRow> present(WhatIfRun run, int cluster, long tick) {
    return run.jobs().stream()
        .filter(row -> row.cluster() == cluster && row.submit() <= tick && row.end() > tick)
        .toList();
  }

  private static BigDecimal big(long value) {
    return BigDecimal.valueOf(value);
  }
}
