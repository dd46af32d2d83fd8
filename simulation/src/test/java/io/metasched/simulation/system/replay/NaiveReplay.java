package io.metasched.simulation.system.replay;

import io.metasched.simulation.report.ReplayJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * Literal implementation of the rules of a replay: it scans the whole queue at every tick with an
 * event, and counts reservations tick by tick. For small logs only.
 */
public final class NaiveReplay {
  private final List<ReplayJob> jobs;
  private final int processors;
  private final String policy;
  private final Long[] starts;
  private long now;

  private NaiveReplay(List<ReplayJob> jobs, int processors, String policy) {
    this.jobs = jobs;
    this.processors = processors;
    this.policy = policy;
    starts = new Long[jobs.size()];
  }

  /** Returns the start of each job. */
  public static List<Long> starts(
      List<ReplayJob> jobs, int processors, String policy, long period) {
    var replay = new NaiveReplay(jobs, processors, policy);
    long first = jobs.isEmpty() ? 0 : jobs.get(0).submitTick();
    while (!replay.isDone()) {
      if (period == 0 || (replay.now - first) % period == 0) {
        replay.pass();
      }
      replay.now++;
    }
    return List.of(replay.starts);
  }

  private boolean isDone() {
    for (var start : starts) {
      if (start == null) {
        return false;
      }
    }
    return true;
  }

  private void pass() {
    switch (policy) {
      case "fcfs" -> fcfs();
      case "first-fit" -> walk(byArrival());
      case "lsf" -> walk(Comparator.comparing((Integer j) -> -size(j)).thenComparing(byArrival()));
      case "sjf" -> walk(byLimit());
      case "easy" -> easy(byArrival());
      case "easy-sjf" -> easy(byLimit());
      case "conservative" -> conservative();
      default -> throw new IllegalArgumentException(policy);
    }
  }

  private void fcfs() {
    for (int job : queue(byArrival())) {
      if (size(job) > free(now)) {
        return;
      }
      starts[job] = now;
    }
  }

  private void walk(Comparator<Integer> order) {
    for (int job : queue(order)) {
      if (size(job) <= free(now)) {
        starts[job] = now;
      }
    }
  }

  private void easy(Comparator<Integer> order) {
    fcfs();
    if (queue(byArrival()).isEmpty()) {
      return;
    }
    int head = queue(byArrival()).get(0);
    long shadow = now;
    while (freeByLimits(shadow) < size(head)) {
      shadow++;
    }
    int extra = freeByLimits(shadow) - size(head);
    for (int job : queue(order)) {
      if (job == head || size(job) > free(now)) {
        continue;
      }
      if (now + limit(job) <= shadow) {
        starts[job] = now;
      } else if (size(job) <= extra) {
        starts[job] = now;
        extra -= size(job);
      }
    }
  }

  /** Re-plans the whole queue at every pass; counts promised processors at every tick. */
  private void conservative() {
    var promised = new ArrayList<long[]>(); // start, end, size
    for (int job : queue(byArrival())) {
      long start = now;
      while (!fits(job, start, promised)) {
        start++;
      }
      promised.add(new long[] {start, start + limit(job), size(job)});
      if (start == now) {
        starts[job] = now;
        promised.remove(promised.size() - 1);
      }
    }
  }

  private boolean fits(int job, long start, List<long[]> promised) {
    for (long tick = start; tick < start + limit(job); tick++) {
      int free = freeByLimits(tick);
      for (var other : promised) {
        free -= other[0] <= tick && tick < other[1] ? (int) other[2] : 0;
      }
      if (free < size(job)) {
        return false;
      }
    }
    return true;
  }

  private List<Integer> queue(Comparator<Integer> order) {
    var waiting = new TreeSet<>(order.thenComparing(Comparator.naturalOrder()));
    for (int job = 0; job < starts.length; job++) {
      if (starts[job] == null && jobs.get(job).submitTick() <= now) {
        waiting.add(job);
      }
    }
    return List.copyOf(waiting);
  }

  /** Returns the processors that are actually free at the current tick. */
  private int free(long tick) {
    int free = processors;
    for (int job = 0; job < starts.length; job++) {
      var start = starts[job];
      if (start != null && start <= tick && tick < start + jobs.get(job).runTicks()) {
        free -= size(job);
      }
    }
    return free;
  }

  /**
   * Returns the free processors at a tick as schedulers see them: running jobs end at their limits.
   */
  private int freeByLimits(long tick) {
    int free = processors;
    for (int job = 0; job < starts.length; job++) {
      var start = starts[job];
      boolean runs = start != null && start <= now && now < start + jobs.get(job).runTicks();
      free -= runs && tick < start + limit(job) ? size(job) : 0;
    }
    return free;
  }

  private int size(int job) {
    return jobs.get(job).processors();
  }

  private long limit(int job) {
    return jobs.get(job).estimateTicks();
  }

  private Comparator<Integer> byArrival() {
    return Comparator.<Integer>comparingLong(job -> jobs.get(job).submitTick())
        .thenComparing(Comparator.naturalOrder());
  }

  private Comparator<Integer> byLimit() {
    return Comparator.<Integer>comparingLong(this::limit).thenComparing(byArrival());
  }
}
