package io.metasched.simulation.system.whatif.rule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The checker's model of a cluster with EASY backfilling and reservations, in plain lists. Shares
 * no code with the local schedulers. Cost: at least O(n^2) for each pass over n jobs.
 */
final class NaiveCluster {
  /**
   * Job at its cluster.
   *
   * @param likelyTicks predicted run time, at most its limit
   * @param endTicks run time in this model, at most its limit
   */
  record NaiveJob(
      long id, long submit, int processors, long limitTicks, long likelyTicks, long endTicks) {
    /**
     * Returns a copy with the run time of a plan that is made after it has run for {@code hasRun}
     * ticks.
     */
    NaiveJob planned(boolean isPredicted, long hasRun) {
      long ticks = isPredicted && likelyTicks > hasRun ? likelyTicks : limitTicks;
      return new NaiveJob(id, submit, processors, limitTicks, likelyTicks, ticks);
    }
  }

  /** Processors that are taken for a span, [start, end). */
  record Taken(int processors, long start, long end) {}

  private record Running(NaiveJob job, long start) {
    long limitEnd() {
      return start + job.limitTicks();
    }

    long end() {
      return start + job.endTicks();
    }
  }

  private static final Comparator<NaiveJob> BY_LIMIT =
      Comparator.comparingLong(NaiveJob::limitTicks);

  private final int processors;
  private final boolean isShortestFirst;
  private final List<NaiveJob> waiting = new ArrayList<>();
  private final List<Running> running = new ArrayList<>();
  private final List<Taken> reservations = new ArrayList<>();

  /**
   * @param isShortestFirst whether jobs with the shortest limits are backfilled first
   */
  NaiveCluster(int processors, boolean isShortestFirst) {
    this.processors = processors;
    this.isShortestFirst = isShortestFirst;
  }

  /** Returns a copy for a plan: jobs end at their limits, or after their predicted run times. */
  NaiveCluster planned(boolean isPredicted, long now) {
    var copy = new NaiveCluster(processors, isShortestFirst);
    waiting.forEach(job -> copy.waiting.add(job.planned(isPredicted, 0)));
    running.forEach(
        each -> {
          var job = each.job().planned(isPredicted, now - each.start());
          copy.running.add(new Running(job, each.start()));
        });
    copy.reservations.addAll(reservations);
    return copy;
  }

  /** Adds a job to the end of the queue. */
  void submit(NaiveJob job) {
    waiting.add(job);
  }

  /** Adds a job that has been running since the given tick. */
  void run(NaiveJob job, long start) {
    running.add(new Running(job, start));
  }

  void reserve(Taken reservation) {
    reservations.add(reservation);
  }

  /** Returns the earliest start of the first waiting job; empty if none waits. */
  List<Taken> headPromise(long now) {
    if (waiting.isEmpty()) {
      return List.of();
    }
    var head = waiting.get(0);
    var taken = taken();
    long start = earliest(taken, head.processors(), head.limitTicks(), now);
    return List.of(new Taken(head.processors(), start, start + head.limitTicks()));
  }

  /**
   * Returns whether a reservation fits in addition to the running jobs, the other reservations and
   * {@code beside}.
   */
  boolean fits(Taken reservation, List<Taken> beside) {
    var all = taken();
    all.addAll(beside);
    return fits(all, reservation.processors(), reservation.start(), reservation.end());
  }

  /** Returns the work of running and waiting jobs, by limits, in processors x ticks. */
  long work(long now) {
    long work = 0;
    for (var job : waiting) {
      work += job.processors() * job.limitTicks();
    }
    for (var each : running) {
      work += each.job().processors() * Math.max(0, each.limitEnd() - now);
    }
    return work;
  }

  List<Taken> reservations() {
    return List.copyOf(reservations);
  }

  /**
   * Simulates the cluster from a tick until all jobs have started. Only the given jobs are
   * submitted later.
   *
   * @param later jobs that are submitted later, by submission
   * @return starts of all jobs, including those already running, by id
   */
  SortedMap<Long, Long> finish(long now, List<NaiveJob> later) {
    var starts = new TreeMap<Long, Long>();
    running.forEach(each -> starts.put(each.job().id(), each.start()));
    int next = 0;
    long tick = now;
    while (true) {
      long instant = tick;
      running.removeIf(each -> each.end() <= instant);
      while (next < later.size() && later.get(next).submit() <= tick) {
        waiting.add(later.get(next++));
      }
      pass(tick, starts);
      if (waiting.isEmpty() && next == later.size()) {
        return starts;
      }
      tick = nextTick(tick, next < later.size() ? later.get(next).submit() : Long.MAX_VALUE);
    }
  }

  private long nextTick(long now, long submission) {
    long next = submission;
    for (var each : running) {
      next = Math.min(next, each.end());
    }
    for (var each : reservations) {
      next = each.start() > now ? Math.min(next, each.start()) : next;
      next = each.end() > now ? Math.min(next, each.end()) : next;
    }
    if (next == Long.MAX_VALUE) {
      throw new IllegalStateException("a job waits, but nothing ends");
    }
    return next;
  }

  private void pass(long now, SortedMap<Long, Long> starts) {
    while (!waiting.isEmpty() && fitsNow(waiting.get(0), List.of(), now)) {
      start(waiting.remove(0), now, starts);
    }
    if (waiting.isEmpty()) {
      return;
    }
    var promise = headPromise(now);
    var candidates = new ArrayList<>(waiting.subList(1, waiting.size()));
    if (isShortestFirst) {
      candidates.sort(BY_LIMIT); // stable, so that jobs with equal limits keep their order
    }
    for (var job : candidates) {
      if (fitsNow(job, promise, now)) {
        waiting.remove(job);
        start(job, now, starts);
      }
    }
  }

  private void start(NaiveJob job, long now, SortedMap<Long, Long> starts) {
    running.add(new Running(job, now));
    starts.put(job.id(), now);
  }

  private boolean fitsNow(NaiveJob job, List<Taken> beside, long now) {
    return fits(new Taken(job.processors(), now, now + job.limitTicks()), beside);
  }

  private List<Taken> taken() {
    var all = new ArrayList<>(reservations);
    running.forEach(r -> all.add(new Taken(r.job().processors(), r.start(), r.limitEnd())));
    return all;
  }

  private long earliest(List<Taken> taken, int wanted, long ticks, long now) {
    var candidates = new ArrayList<Long>(List.of(now));
    taken.stream().map(Taken::end).filter(end -> end > now).sorted().forEach(candidates::add);
    for (long start : candidates) {
      if (fits(taken, wanted, start, start + ticks)) {
        return start;
      }
    }
    throw new IllegalStateException("more processors are requested than exist");
  }

  private boolean fits(List<Taken> taken, int wanted, long from, long to) {
    if (used(taken, from) + wanted > processors) {
      return false;
    }
    for (var each : taken) {
      boolean isInside = each.start() > from && each.start() < to;
      if (isInside && used(taken, each.start()) + wanted > processors) {
        return false;
      }
    }
    return true;
  }

  private static long used(List<Taken> taken, long tick) {
    long used = 0;
    for (var each : taken) {
      used += each.start() <= tick && tick < each.end() ? each.processors() : 0;
    }
    return used;
  }
}
