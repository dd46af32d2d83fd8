package io.metasched.simulation.system.whatif.experiment;

import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.system.whatif.rows.RequestRow;
import io.metasched.simulation.system.whatif.rows.WhatIfJobRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Steps of the added wait: the ten times at which the jobs with the most added wait begin, compared
 * with all times at which jobs begin.
 *
 * <p>Source: the what-if paper, section 5.4, figures 4 and 5.
 */
final class WaitSteps {
  private static final int STEPS = 10;
  private static final double PERCENT = 100;
  private static final double SECOND = 1000;

  private static final String ADDED = "steps, added wait, %";
  private static final String ANY_STARTS = "ten times of most starts, starts, %";
  private static final String STARTS = "steps, starts";
  private static final String STARTS_OF_ALL = "all times, starts";
  private static final String ENDS = "steps, where one ends, %";
  private static final String ENDS_OF_ALL = "all times, where one ends, %";
  private static final String FIRST = "steps, first of the queue, %";
  private static final String JOBS = "all jobs, processors, %";
  private static final String NEAR_PROCESSORS = "steps, reservation, processors";
  private static final String PROCESSORS = "all reservations, processors";
  private static final String NEAR_SECONDS = "steps, reservation, s";
  private static final String SECONDS = "all reservations, s";

  private final ClusterView cluster;
  private final Map<Long, List<WhatIfJobRow>> byStart = new TreeMap<>();
  private final Set<Long> ends = new TreeSet<>();
  private final List<Long> steps;

  WaitSteps(ClusterView cluster) {
    this.cluster = cluster;
    for (var job : cluster.jobs()) {
      byStart.computeIfAbsent(job.start(), tick -> new ArrayList<>()).add(job);
      ends.add(job.end());
    }
    cluster.reservations().forEach(one -> ends.add(ClusterView.end(one)));
    steps = greatest(WaitSteps::added);
  }

  /** Returns the ten times with the largest values; among equal values, the first. */
  private List<Long> greatest(ToDoubleFunction<List<WhatIfJobRow>> value) {
    return byStart.entrySet().stream()
        .sorted(
            Comparator.comparingDouble(
                entry -> -value.applyAsDouble(entry.getValue()))) // the sort is stable
        .limit(STEPS)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static double added(List<WhatIfJobRow> started) {
    return started.stream().mapToLong(job -> Math.max(0, job.addedWait())).sum();
  }

  /** Returns the cells of a row. */
  static List<Measure> measures(String row) {
    return Stream.of(
            ADDED,
            ANY_STARTS,
            STARTS,
            STARTS_OF_ALL,
            ENDS,
            ENDS_OF_ALL,
            FIRST,
            JOBS,
            NEAR_PROCESSORS,
            PROCESSORS,
            NEAR_SECONDS,
            SECONDS)
        .map(column -> Measure.ours(row, column))
        .toList();
  }

  void observe(String row, Observations to) {
    var all = List.copyOf(byStart.keySet());
    to.put(row, ADDED, share(steps, WaitSteps::added));
    to.put(row, ANY_STARTS, share(greatest(List::size), List::size));
    to.put(row, STARTS, mean(steps, this::starts));
    to.put(row, STARTS_OF_ALL, mean(all, this::starts));
    to.put(row, ENDS, PERCENT * mean(steps, this::isEnd));
    to.put(row, ENDS_OF_ALL, PERCENT * mean(all, this::isEnd));
    var first = steps.stream().flatMap(step -> cluster.firstBefore(step).stream()).toList();
    to.put(row, FIRST, mean(first, this::size));
    to.put(row, JOBS, mean(cluster.jobs(), this::size));
    var near = near();
    to.put(row, NEAR_PROCESSORS, mean(near, RequestRow::processors));
    to.put(row, PROCESSORS, mean(cluster.reservations(), RequestRow::processors));
    to.put(row, NEAR_SECONDS, mean(near, one -> one.durationTicks() / SECOND));
    to.put(row, SECONDS, mean(cluster.reservations(), one -> one.durationTicks() / SECOND));
  }

  /** Returns the share of some times in the sum over all, in per cent. */
  private double share(List<Long> ticks, ToDoubleFunction<List<WhatIfJobRow>> value) {
    double all = byStart.values().stream().mapToDouble(value).sum();
    return PERCENT * ticks.stream().map(byStart::get).mapToDouble(value).sum() / all;
  }

  private static <T> double mean(List<T> all, ToDoubleFunction<T> value) {
    return all.stream().mapToDouble(value).average().orElse(Double.NaN);
  }

  private double starts(long tick) {
    return byStart.getOrDefault(tick, List.of()).size();
  }

  /** Returns 1 if a job or a reservation ends at a time, else 0. */
  private double isEnd(long tick) {
    return ends.contains(tick) ? 1 : 0;
  }

  private double size(WhatIfJobRow job) {
    return PERCENT * job.processors() / cluster.processors();
  }

  /**
   * Returns the reservations that end while a job is first in the queue, if that job is still first
   * just before a step.
   */
  private List<RequestRow> near() {
    var near = new ArrayList<RequestRow>();
    for (long step : steps) {
      cluster
          .firstBefore(step)
          .ifPresent(
              first -> {
                long since = cluster.firstSince(first);
                cluster.reservations().stream()
                    .filter(one -> ClusterView.end(one) > since && ClusterView.end(one) <= step)
                    .forEach(near::add);
              });
    }
    return near;
  }
}
