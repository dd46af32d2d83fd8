package io.metasched.simulation.system.whatif.experiment;

import io.metasched.simulation.system.whatif.rows.RequestRow;
import io.metasched.simulation.system.whatif.rows.WhatIfJobRow;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * State of one cluster at any time of a run, from its rows: the busy processors, the first job in
 * the queue, and the earliest start of that job by the estimates known at that time.
 */
final class ClusterView {
  /** Processors that are taken for a span of ticks. */
  record Taken(int processors, long from, long to) {
    boolean covers(long tick) {
      return from <= tick && tick < to;
    }
  }

  private final int processors;
  private final List<WhatIfJobRow> jobs;
  private final List<RequestRow> reservations;
  private final Map<Long, Long> firstSince = new TreeMap<>(); // by job

  /**
   * Creates the view from the rows of a run.
   *
   * @param jobs jobs in the order of the queue
   * @param requests requests, granted or not
   */
  ClusterView(int processors, List<WhatIfJobRow> jobs, List<RequestRow> requests) {
    this.processors = processors;
    this.jobs = jobs;
    reservations = requests.stream().filter(RequestRow::isGranted).toList();
    long before = 0;
    for (var job : jobs) {
      firstSince.put(job.id(), Math.max(job.submit(), before));
      before = Math.max(before, job.start());
    }
  }

  /** Returns the view of the single cluster of a run. */
  static ClusterView of(WhatIfRun run) {
    return new ClusterView(run.processors(), run.jobs(), run.requests());
  }

  int processors() {
    return processors;
  }

  List<WhatIfJobRow> jobs() {
    return jobs;
  }

  List<RequestRow> reservations() {
    return reservations;
  }

  static long end(RequestRow reservation) {
    return reservation.start() + reservation.durationTicks();
  }

  /** Returns the time since which a job was the first in the queue. */
  long firstSince(WhatIfJobRow job) {
    return firstSince.getOrDefault(job.id(), job.submit());
  }

  /** Returns the first job of the queue just before a time. */
  Optional<WhatIfJobRow> firstBefore(long tick) {
    return jobs.stream().filter(job -> job.submit() < tick && job.start() >= tick).findFirst();
  }

  /** Returns the idle processors x ticks. */
  double idleArea(long from, long to) {
    double idle = (double) processors * (to - from);
    for (var taken : real()) {
      long ticks = Math.min(to, taken.to()) - Math.max(from, taken.from());
      idle -= (double) taken.processors() * Math.max(0, ticks);
    }
    return idle;
  }

  /** Returns the share of the processors that are busy at a time. */
  double busy(long tick) {
    int busy = 0;
    for (var taken : real()) {
      busy += taken.covers(tick) ? taken.processors() : 0;
    }
    return busy / (double) processors;
  }

  private List<Taken> real() {
    var all = new ArrayList<Taken>();
    jobs.forEach(job -> all.add(new Taken(job.processors(), job.start(), job.end())));
    reservations.forEach(one -> all.add(new Taken(one.processors(), one.start(), end(one))));
    return all;
  }

  /**
   * Returns the processors known to be in use: running jobs until the end of their estimates, and
   * reservations.
   */
  List<Taken> known(long now) {
    var all = new ArrayList<Taken>();
    for (var job : jobs) {
      if (job.start() <= now && now < job.end()) {
        all.add(new Taken(job.processors(), now, job.start() + job.limitTicks()));
      }
    }
    for (var one : reservations) {
      if (one.submit() <= now && now < end(one)) {
        all.add(new Taken(one.processors(), Math.max(now, one.start()), end(one)));
      }
    }
    return all;
  }

  /**
   * Returns the end of the last reservation that was granted at or before a time and has not ended
   * by that time.
   */
  Optional<Long> lastReservationEnd(long now) {
    return reservations.stream()
        .filter(one -> one.submit() <= now && now < end(one))
        .map(ClusterView::end)
        .max(Long::compare);
  }

  /** Returns the earliest time at which a job fits in addition to {@code taken}. */
  long earliest(WhatIfJobRow job, long now, List<Taken> taken) {
    return LongStream.concat(LongStream.of(now), taken.stream().mapToLong(Taken::to))
        .sorted()
        .filter(tick -> fits(job, tick, taken))
        .findFirst()
        .orElseThrow();
  }

  /** Returns whether a job can run from a time on, until the end of its estimate. */
  boolean fits(WhatIfJobRow job, long start, List<Taken> taken) {
    long end = start + job.limitTicks();
    return LongStream.concat(
            LongStream.of(start),
            taken.stream().mapToLong(Taken::from).filter(from -> start < from && from < end))
        .allMatch(tick -> used(tick, taken) + job.processors() <= processors);
  }

  private static int used(long tick, List<Taken> taken) {
    return taken.stream().filter(one -> one.covers(tick)).mapToInt(Taken::processors).sum();
  }
}
