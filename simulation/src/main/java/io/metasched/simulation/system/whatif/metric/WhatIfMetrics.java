package io.metasched.simulation.system.whatif.metric;

import io.metasched.simulation.metric.Grouping;
import io.metasched.simulation.metric.Metric;
import io.metasched.simulation.metric.MetricSet;
import io.metasched.simulation.metric.Percentiles;
import io.metasched.simulation.rows.Unit;
import io.metasched.simulation.system.whatif.rows.RequestRow;
import io.metasched.simulation.system.whatif.rows.WhatIfJobRow;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.DoubleStream;

/** Metrics of reservations among the jobs of clusters; times in seconds. */
public final class WhatIfMetrics {
  /**
   * Divisor of the number of requests at high load: of this number of probed requests, one is at
   * high load, by the highest backlogs.
   */
  static final int HIGH_LOAD = 5;

  private static final double TICKS = 1000;

  public static final MetricSet<WhatIfRun> ALL = new MetricSet<>(ofRuns(), List.of(byCluster()));

  private WhatIfMetrics() {}

  private static List<Metric<WhatIfRun>> ofRuns() {
    var metrics = new ArrayList<Metric<WhatIfRun>>();
    metrics.addAll(ofRequests());
    ofJobs().forEach(metric -> metrics.add(metric.of(WhatIfRun::jobs)));
    metrics.addAll(ofClusters());
    return metrics;
  }

  private static List<Metric<WhatIfRun>> ofRequests() {
    return List.of(
        new Metric<>(
            "requests",
            "requests",
            "Requests for reservations",
            Unit.COUNT,
            run -> run.requests().size(),
            run -> Optional.of(WhatIfFormulas.different(run.requests(), RequestRow::id))),
        new Metric<>(
            "granted",
            "granted",
            "Requests that were granted",
            Unit.COUNT,
            run -> granted(run.requests()).size(),
            run -> Optional.of(WhatIfFormulas.granted(run.requests()))),
        new Metric<>(
            "successRate",
            "success",
            "Requests that were granted, as a share of all",
            "granted / requests",
            Unit.SHARE,
            run -> share(run.requests()),
            run -> WhatIfFormulas.successRate(run.requests())),
        new Metric<>(
            "successAtHighLoad",
            "at high load",
            "Granted share of the fifth of the requests that met the highest backlogs",
            "granted / requests, over the fifth of the probed requests with the highest backlogs",
            Unit.SHARE,
            run -> share(atHighLoad(run)),
            WhatIfFormulas::successAtHighLoad),
        new Metric<>(
            "withdrawn",
            "withdrawn",
            "Reservations that were given up before they began",
            Unit.COUNT,
            run -> run.requests().stream().filter(row -> row.withdrawn() >= 0).count(),
            run -> Optional.of(WhatIfFormulas.withdrawn(run.requests()))),
        new Metric<>(
            "meanTried",
            "tried",
            "Placements that were tried for a request that was granted",
            "mean over the granted requests",
            Unit.COUNT,
            run ->
                granted(run.requests()).stream()
                    .mapToInt(RequestRow::tried)
                    .average()
                    .orElse(Double.NaN),
            run -> WhatIfFormulas.tried(run.requests())));
  }

  /**
   * Returns the metrics that are computed over the jobs of a run, and over the jobs of each
   * cluster.
   */
  private static List<Metric<List<WhatIfJobRow>>> ofJobs() {
    List<Metric<List<WhatIfJobRow>>> metrics =
        List.of(
            new Metric<>(
                "jobs",
                "jobs",
                "Jobs of the clusters' own users",
                Unit.JOBS,
                List::size,
                rows -> Optional.of(WhatIfFormulas.different(rows, WhatIfJobRow::id))),
            new Metric<>(
                "meanWait",
                "wait",
                "Wait of a job: start - submission",
                "mean of s - q",
                Unit.SECONDS,
                rows -> mean(rows, row -> row.start() - row.submit()),
                rows -> WhatIfFormulas.mean(rows, row -> row.start() - row.submit())),
            new Metric<>(
                "delayed",
                "delayed",
                "Jobs that began later than without requests",
                Unit.JOBS,
                rows -> delayed(rows).size(),
                rows -> Optional.of(WhatIfFormulas.delayed(rows))),
            new Metric<>(
                "delayedAloneWait",
                "their wait alone",
                "Wait of a delayed job without requests",
                "mean of s0 - q over delayed jobs",
                Unit.SECONDS,
                rows -> mean(delayed(rows), row -> row.aloneStart() - row.submit()),
                rows -> WhatIfFormulas.meanOfDelayed(rows, row -> row.aloneStart() - row.submit())),
            new Metric<>(
                "delayedWait",
                "their wait",
                "Wait of a delayed job",
                "mean of s - q over delayed jobs",
                Unit.SECONDS,
                rows -> mean(delayed(rows), row -> row.start() - row.submit()),
                rows -> WhatIfFormulas.meanOfDelayed(rows, row -> row.start() - row.submit())),
            new Metric<>(
                "addedWait",
                "added wait",
                "By how much all delayed jobs together began later than without requests",
                "sum of s - s0 over delayed jobs",
                Unit.SECONDS,
                rows -> delayed(rows).stream().mapToLong(WhatIfJobRow::addedWait).sum() / TICKS,
                rows -> Optional.of(WhatIfFormulas.addedWait(rows))));
    metrics =
        Percentiles.beside(
            "meanWait",
            metrics,
            rows -> waits(rows, WhatIfJobRow::start),
            rows -> WhatIfFormulas.waits(rows, WhatIfJobRow::start));
    metrics =
        Percentiles.beside(
            "delayedAloneWait",
            metrics,
            rows -> waits(delayed(rows), WhatIfJobRow::aloneStart),
            rows -> WhatIfFormulas.waitsOfDelayed(rows, WhatIfJobRow::aloneStart));
    return Percentiles.beside(
        "delayedWait",
        metrics,
        rows -> waits(delayed(rows), WhatIfJobRow::start),
        rows -> WhatIfFormulas.waitsOfDelayed(rows, WhatIfJobRow::start));
  }

  private static DoubleStream waits(List<WhatIfJobRow> rows, ToLongFunction<WhatIfJobRow> start) {
    return rows.stream().mapToDouble(row -> (start.applyAsLong(row) - row.submit()) / TICKS);
  }

  private static List<Metric<WhatIfRun>> ofClusters() {
    return List.of(
        new Metric<>(
            "makespan",
            "makespan",
            "From the first submission to the last end of a job or reservation",
            "last end of a job or reservation - first submission of a job or request",
            Unit.SECONDS,
            run -> makespan(run) / TICKS,
            run -> Optional.of(WhatIfFormulas.makespan(run))),
        new Metric<>(
            "makespanGrowth",
            "growth",
            "Excess of the makespan over the makespan of the jobs alone, as a share of the latter",
            "(makespan - makespan alone) / makespan alone",
            Unit.SHARE,
            run -> {
              double alone = lastEndAlone(run) - firstSubmission(run);
              return run.jobs().isEmpty() ? Double.NaN : (makespan(run) - alone) / alone;
            },
            WhatIfFormulas::makespanGrowth),
        new Metric<>(
            "utilisation",
            "utilisation",
            "Processors x time of jobs and reservations, as a share of all processors x makespan",
            "processors x time of jobs and reservations / (all processors x makespan)",
            Unit.SHARE,
            WhatIfMetrics::utilisation,
            WhatIfFormulas::utilisation),
        new Metric<>(
            "realToPlannedMakespan",
            "makespan/plan",
            "Real over planned makespan of the jobs present when a request was granted",
            "mean over the grants of real / planned C_max",
            Unit.NONE,
            run -> meanRatio(run, point -> point.realMakespan() / (double) point.plannedMakespan()),
            WhatIfFormulas::realToPlannedMakespan),
        new Metric<>(
            "realToPlannedCompletion",
            "completion/plan",
            "Real over planned mean time to completion of the same jobs",
            "mean over the grants of real / planned C_avg",
            Unit.NONE,
            run -> meanRatio(run, point -> point.realCompletion() / point.plannedCompletion()),
            WhatIfFormulas::realToPlannedCompletion));
  }

  private static Grouping<WhatIfRun, List<WhatIfJobRow>> byCluster() {
    return new Grouping<>("byCluster", "cluster", WhatIfMetrics::clusters, ofJobs());
  }

  private static SortedMap<String, List<WhatIfJobRow>> clusters(WhatIfRun run) {
    var groups = new TreeMap<String, List<WhatIfJobRow>>(Comparator.comparingLong(Long::parseLong));
    for (var row : run.jobs()) {
      groups.computeIfAbsent(Integer.toString(row.cluster()), k -> new ArrayList<>()).add(row);
    }
    return groups;
  }

  private static List<RequestRow> granted(List<RequestRow> rows) {
    return rows.stream().filter(RequestRow::isGranted).toList();
  }

  private static double share(List<RequestRow> rows) {
    return rows.isEmpty() ? Double.NaN : granted(rows).size() / (double) rows.size();
  }

  /**
   * Returns the probed requests with the highest backlogs on a cluster; among equal backlogs, the
   * first.
   */
  private static List<RequestRow> atHighLoad(WhatIfRun run) {
    var backlogs = new TreeMap<Long, Long>();
    run.probes().forEach(row -> backlogs.merge(row.request(), row.backlogTicks(), Math::max));
    var probed =
        run.requests().stream()
            .filter(row -> backlogs.containsKey(row.id()))
            .sorted(
                Comparator.comparingLong((RequestRow row) -> -backlogs.getOrDefault(row.id(), 0L)))
            .toList();
    return probed.subList(0, (probed.size() + HIGH_LOAD - 1) / HIGH_LOAD);
  }

  private static List<WhatIfJobRow> delayed(List<WhatIfJobRow> rows) {
    return rows.stream().filter(row -> row.addedWait() > 0).toList();
  }

  private static double mean(List<WhatIfJobRow> rows, ToDoubleFunction<WhatIfJobRow> ticks) {
    return rows.stream().mapToDouble(ticks).average().orElse(Double.NaN) / TICKS;
  }

  private static double meanRatio(WhatIfRun run, ToDoubleFunction<Calibration> ratio) {
    return Calibration.of(run).stream().mapToDouble(ratio).average().orElse(Double.NaN);
  }

  private static long firstSubmission(WhatIfRun run) {
    long first = Long.MAX_VALUE;
    for (var row : run.jobs()) {
      first = Math.min(first, row.submit());
    }
    for (var row : run.requests()) {
      first = Math.min(first, row.submit());
    }
    return first;
  }

  /** Returns the number of ticks from the first submission to the last end; 0 if nothing ran. */
  private static long makespan(WhatIfRun run) {
    long first = firstSubmission(run);
    return Math.max(first, lastEnd(run)) - first;
  }

  private static long lastEnd(WhatIfRun run) {
    long last = 0;
    for (var row : run.jobs()) {
      last = Math.max(last, row.end());
    }
    for (var row : run.requests()) {
      last = row.hasRun() ? Math.max(last, row.end()) : last;
    }
    return last;
  }

  private static long lastEndAlone(WhatIfRun run) {
    return run.jobs().stream().mapToLong(row -> row.aloneStart() + row.runTicks()).max().orElse(0);
  }

  private static double utilisation(WhatIfRun run) {
    double work = 0;
    for (var row : run.jobs()) {
      work += (double) row.processors() * row.runTicks();
    }
    for (var row : run.requests()) {
      work += row.hasRun() ? (double) row.processors() * row.clusters() * row.durationTicks() : 0;
    }
    double processors = run.facts().processors().stream().mapToDouble(Integer::doubleValue).sum();
    long makespan = makespan(run);
    return makespan == 0 ? Double.NaN : work / (processors * makespan);
  }
}
