package io.metasched.simulation.system.whatif.experiment;

import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.system.whatif.rows.WhatIfJobRow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Events before the start of large jobs that reservations delay; NaN if there are none.
 *
 * <p>Source: the what-if paper, section 5.4, figure 5.
 */
final class LargeJobs {
  /** Jobs with more processors are large: 88 nodes of eight. */
  static final int LARGE = 704;

  private static final long HOUR = 3_600_000;
  private static final double PERCENT = 100;
  private static final List<Integer> HOURS_BEFORE = List.of(12, 6, 1);
  private static final String AFTER_LAST = "large, planned after the last reservation, %";
  private static final String FITTING = "large, others that fit before it";

  private final ClusterView cluster;
  private final List<WhatIfJobRow> large;

  LargeJobs(ClusterView cluster) {
    this.cluster = cluster;
    large = cluster.jobs().stream().filter(job -> job.processors() > LARGE).toList();
  }

  /** Returns the mean delay of large jobs compared to the run without reservations, in hours. */
  double delayHours() {
    return mean(large, job -> job.addedWait() / (double) HOUR);
  }

  /** Returns the mean of the idle processors x hours while a large job is first in the queue. */
  double unusedArea() {
    return mean(large, job -> cluster.idleArea(cluster.firstSince(job), job.start()) / HOUR);
  }

  private static double mean(List<WhatIfJobRow> jobs, ToDoubleFunction<WhatIfJobRow> value) {
    return jobs.stream().mapToDouble(value).average().orElse(Double.NaN);
  }

  private static String used(int hours) {
    return "large, used %d h before, %%".formatted(hours);
  }

  /** Returns the cells of a row. */
  static List<Measure> measures(String row) {
    return Stream.concat(HOURS_BEFORE.stream().map(LargeJobs::used), Stream.of(AFTER_LAST, FITTING))
        .map(column -> Measure.ours(row, column))
        .toList();
  }

  void observe(String row, Observations to) {
    var delayed = large.stream().filter(job -> job.addedWait() > 0).toList();
    for (int hours : HOURS_BEFORE) {
      to.put(
          row,
          used(hours),
          PERCENT * mean(delayed, job -> cluster.busy(job.start() - hours * HOUR)));
    }
    to.put(row, AFTER_LAST, PERCENT * mean(delayed, this::isPlannedLast));
    var blocked =
        delayed.stream().filter(job -> cluster.firstSince(job) <= job.start() - HOUR).toList();
    to.put(row, FITTING, mean(blocked, this::fitting));
  }

  /**
   * Returns 1 if the job is planned for the end of the last reservation when it becomes the first
   * in the queue, else 0.
   */
  private double isPlannedLast(WhatIfJobRow job) {
    long now = cluster.firstSince(job);
    long planned = cluster.earliest(job, now, cluster.known(now));
    return cluster.lastReservationEnd(now).filter(end -> end == planned).isPresent() ? 1 : 0;
  }

  /**
   * Counts the waiting jobs that could run an hour before the start of {@code job} without delaying
   * it.
   */
  private double fitting(WhatIfJobRow job) {
    long now = job.start() - HOUR;
    var taken = new ArrayList<>(cluster.known(now));
    long planned = cluster.earliest(job, now, taken);
    taken.add(new ClusterView.Taken(job.processors(), planned, planned + job.limitTicks()));
    return cluster.jobs().stream()
        .filter(other -> other.submit() <= now && other.start() > now && other.id() != job.id())
        .filter(other -> cluster.fits(other, now, taken))
        .count();
  }
}
