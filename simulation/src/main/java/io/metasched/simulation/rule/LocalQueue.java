package io.metasched.simulation.rule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Waiting jobs of a cluster. Determines which jobs the local scheduler starts at a pass, by a
 * literal implementation of the rule, which walks the queue and counts the free processors. This
 * class shares no code with the local schedulers. Cost: O(w n) for w waiting jobs and n changes of
 * the free processors, and O(w (w + n)) for conservative backfilling.
 */
final class LocalQueue {
  /** Start promised to a waiting job. */
  record Promise(CheckedJob job, long start) {}

  private final String scheduler;
  private final TreeSet<CheckedJob> arrived = new TreeSet<>(CheckedJob.BY_ARRIVAL);
  private final TreeSet<CheckedJob> ordered;
  private final List<Promise> promises = new ArrayList<>();
  private long looks;

  LocalQueue(String scheduler) {
    this.scheduler = scheduler;
    ordered = new TreeSet<>(order(scheduler).orElseThrow());
  }

  /** Returns the order in which a scheduler tries the jobs; empty if the scheduler is unknown. */
  static Optional<Comparator<CheckedJob>> order(String scheduler) {
    return switch (scheduler) {
      case "fcfs", "first-fit", "easy", "conservative" -> Optional.of(CheckedJob.BY_ARRIVAL);
      case "lsf" -> Optional.of(CheckedJob.LARGEST_FIRST);
      case "sjf", "easy-sjf" -> Optional.of(CheckedJob.SHORTEST_FIRST);
      default -> Optional.empty();
    };
  }

  void add(CheckedJob job) {
    arrived.add(job);
    ordered.add(job);
  }

  void remove(CheckedJob job) {
    arrived.remove(job);
    ordered.remove(job);
  }

  /** Returns the number of jobs that have been examined so far. */
  long looks() {
    return looks;
  }

  /** Returns the starts that were promised in the last pass. */
  List<Promise> promises() {
    return promises;
  }

  /**
   * Returns the jobs that must start now.
   *
   * @param free free processors; restored before the method returns
   */
  List<CheckedJob> starting(CapacitySteps free, long now) {
    promises.clear();
    var started = new ArrayList<CheckedJob>();
    switch (scheduler) {
      case "fcfs" -> heads(free, now, started);
      case "easy", "easy-sjf" -> backfill(free, now, started);
      case "conservative" -> plan(free, now, started);
      default -> walk(free, now, started, Optional.empty());
    }
    started.forEach(job -> free.giveBack(job.processors(), now, now + job.limitTicks()));
    return started;
  }

  /** Starts jobs from the head while they fit; returns the first job that does not fit. */
  private Optional<CheckedJob> heads(CapacitySteps free, long now, List<CheckedJob> started) {
    for (var job : arrived) {
      looks++;
      if (!free.isFree(job.processors(), now, job.limitTicks())) {
        return Optional.of(job);
      }
      start(job, free, now, started);
    }
    return Optional.empty();
  }

  /** Backfills: only the head of the queue gets a promised start, if any processor is free now. */
  private void backfill(CapacitySteps free, long now, List<CheckedJob> started) {
    var head = heads(free, now, started);
    long shadow = head.map(job -> earliest(job, free, now)).orElse(CapacitySteps.NEVER);
    if (head.isEmpty() || shadow == CapacitySteps.NEVER || free.freeAt(now) == 0) {
      return;
    }
    var first = head.get();
    promises.add(new Promise(first, shadow));
    free.take(first.processors(), shadow, shadow + first.limitTicks());
    walk(free, now, started, head);
    free.giveBack(first.processors(), shadow, shadow + first.limitTicks());
  }

  /** Starts every job that fits, in the order of the scheduler. */
  private void walk(
      CapacitySteps free, long now, List<CheckedJob> started, Optional<CheckedJob> head) {
    int left = free.freeAt(now);
    var begun = new TreeSet<>(CheckedJob.BY_ARRIVAL);
    begun.addAll(started);
    for (var job : ordered) {
      if (left == 0) {
        return;
      }
      looks++;
      boolean isOpen = job.processors() <= left && !begun.contains(job) && !isSame(head, job);
      if (isOpen && free.isFree(job.processors(), now, job.limitTicks())) {
        start(job, free, now, started);
        left -= job.processors();
      }
    }
  }

  private static boolean isSame(Optional<CheckedJob> one, CheckedJob other) {
    return one.isPresent() && one.get().id() == other.id();
  }

  /** Promises each job its earliest start, given the promises to the jobs before it. */
  private void plan(CapacitySteps free, long now, List<CheckedJob> started) {
    var planned = new ArrayList<Promise>();
    for (var job : arrived) {
      looks++;
      long start = earliest(job, free, now);
      if (start == now) {
        start(job, free, now, started);
      } else if (start != CapacitySteps.NEVER) {
        free.take(job.processors(), start, start + job.limitTicks());
        planned.add(new Promise(job, start));
      }
    }
    planned.forEach(
        each ->
            free.giveBack(
                each.job().processors(), each.start(), each.start() + each.job().limitTicks()));
    started.forEach(job -> promises.add(new Promise(job, now)));
    promises.addAll(planned);
  }

  private static long earliest(CheckedJob job, CapacitySteps free, long now) {
    return free.earliest(job.processors(), job.limitTicks(), now);
  }

  private static void start(
      CheckedJob job, CapacitySteps free, long now, List<CheckedJob> started) {
    free.take(job.processors(), now, now + job.limitTicks());
    started.add(job);
  }
}
