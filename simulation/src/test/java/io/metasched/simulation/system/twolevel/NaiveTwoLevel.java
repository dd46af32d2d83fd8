package io.metasched.simulation.system.twolevel;

import io.metasched.metascheduler.twolevel.GridSettings.Queueing;
import io.metasched.resource.provider.Lateness;
import io.metasched.simulation.system.twolevel.model.GridJob;
import io.metasched.simulation.system.twolevel.model.Placement;
import io.metasched.simulation.system.twolevel.model.TwoLevelSetting;
import io.metasched.simulation.system.twolevel.rows.TwoLevelJobRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Literal implementation of the rules of a two-level replay: it advances tick by tick, and counts
 * free processors tick by tick. For small logs and deterministic policies only.
 */
public final class NaiveTwoLevel {
  private static final int NOWHERE = -1;
  private static final Comparator<Integer> BY_ARRIVAL = Comparator.naturalOrder();

  /** Processors promised to a waiting job while the scheduler tries other jobs. */
  private record Promised(long start, long end, int processors) {}

  private final List<GridJob> jobs;
  private final TwoLevelSetting setting;
  private final Long[] starts; // starts of reservations, set when a reservation is placed
  private final long[] granted; // durations of reservations, set when a reservation is placed
  private final int[] providers;
  private final boolean[] refused;
  private final List<Integer> gridQueue = new ArrayList<>();
  private final List<Promised> promised = new ArrayList<>();
  private int lastInTurn = -1;
  private long now;

  private NaiveTwoLevel(List<GridJob> jobs, TwoLevelSetting setting) {
    this.jobs = jobs;
    this.setting = setting;
    starts = new Long[jobs.size()];
    granted = new long[jobs.size()];
    refused = new boolean[jobs.size()];
    providers = new int[jobs.size()];
    Arrays.fill(providers, NOWHERE);
  }

  /**
   * Returns the placement of each job of a run, in the order of the jobs; empty for a rejected
   * reservation.
   */
  public static List<Optional<Placement>> placements(TwoLevelRun run) {
    return run.jobs().stream()
        .map(
            row ->
                row.hasRun()
                    ? Optional.of(
                        new Placement(
                            row.provider(),
                            row.start(),
                            row.end(),
                            row.outcome() == TwoLevelJobRow.Outcome.STOPPED))
                    : Optional.<Placement>empty())
        .toList();
  }

  /** Returns the placement of each job; empty for a rejected reservation. */
  public static List<Optional<Placement>> placements(List<GridJob> jobs, TwoLevelSetting setting) {
    var naive = new NaiveTwoLevel(jobs, setting);
    while (!naive.isDone()) {
      naive.tick();
      naive.now++;
    }
    var placements = new ArrayList<Optional<Placement>>();
    for (int i = 0; i < jobs.size(); i++) {
      placements.add(
          naive.refused[i]
              ? Optional.empty()
              : Optional.of(
                  new Placement(
                      naive.providers[i],
                      naive.starts[i],
                      naive.end(i),
                      naive.bound(i) < jobs.get(i).runTicks())));
    }
    return placements;
  }

  private boolean isDone() {
    for (int i = 0; i < starts.length; i++) {
      // a reservation may move until it starts
      if (!refused[i] && (starts[i] == null || starts[i] > now)) {
        return false;
      }
    }
    return true;
  }

  private void tick() {
    if (setting.reservationPlacement().equals("ar-gather")) {
      moveForward();
    }
    for (int i = 0; i < starts.length; i++) {
      if (jobs.get(i).submitTick() == now) {
        gridQueue.add(i);
      }
    }
    var grid = setting.grid();
    boolean isTime = isAtMultiple(now, grid.periodTicks());
    boolean first = grid.queueing() == Queueing.RESERVATIONS_FIRST;
    for (int job : List.copyOf(gridQueue)) {
      if (first && isReservation(job)) {
        place(job);
        gridQueue.remove((Integer) job);
      }
    }
    for (int job : isTime ? List.copyOf(gridQueue) : List.<Integer>of()) {
      place(job);
      gridQueue.remove((Integer) job);
    }
    if (isAtMultiple(now, setting.localPeriodTicks())) {
      for (int p = 0; p < setting.providers(); p++) {
        pass(p);
      }
    }
  }

  /** Returns whether {@code tick} is a multiple of {@code period} after the first submission. */
  private boolean isAtMultiple(long tick, long period) {
    return period == 0 || slotStart(tick, period) == tick;
  }

  private long slotStart(long tick, long slot) {
    return tick - Math.floorMod(tick - jobs.get(0).submitTick(), slot);
  }

  /** If a job has just ended, dispatches late reservations again that have not started. */
  private void moveForward() {
    boolean hasEnded = false;
    for (int i = 0; i < starts.length; i++) {
      hasEnded |= starts[i] != null && end(i) == now;
    }
    for (int i = 0; i < starts.length; i++) {
      if (hasEnded && starts[i] != null && starts[i] > now && isReservation(i)) {
        if (starts[i] + granted[i] > jobs.get(i).reservation().orElseThrow().dueTick()) {
          starts[i] = null;
          reserve(i);
        }
      }
    }
  }

  /** Returns the reserved work of a provider that has not started, in processors x ticks. */
  private long reservedWork(int provider) {
    long work = 0;
    for (int i = 0; i < starts.length; i++) {
      if (isReservation(i) && starts[i] != null && starts[i] >= now && providers[i] == provider) {
        work += size(i) * granted[i];
      }
    }
    return work;
  }

  private void place(int job) {
    if (isReservation(job)) {
      reserve(job);
      return;
    }
    int from = setting.grid().setApart();
    int chosen = from;
    if (setting.batchPlacement().equals("load-balance")) {
      for (int p = from; p < setting.providers(); p++) {
        chosen = queue(p).size() < queue(chosen).size() ? p : chosen;
      }
    } else {
      chosen = lastInTurn + 1 < setting.providers() ? Math.max(from, lastInTurn + 1) : from;
      lastInTurn = chosen;
    }
    providers[job] = chosen;
  }

  private void reserve(int job) {
    var interval = jobs.get(job).reservation().orElseThrow();
    long least = interval.leastTicks();
    if (size(job) > setting.processors() || least > interval.dueTick() - interval.readyTick()) {
      refused[job] = true;
      return;
    }
    int end = setting.grid().setApart() > 0 ? setting.grid().setApart() : setting.providers();
    int best = NOWHERE;
    long bestStart = Long.MAX_VALUE;
    long mostReserved = -1;
    for (int p = 0; p < end; p++) {
      long start = Math.max(now, interval.readyTick());
      while (!isFree(p, start, least, size(job))) {
        start++;
      }
      boolean meets = start + least <= interval.dueTick();
      boolean gives =
          start == bestStart
              && longest(p, start, interval, size(job)) > longest(best, start, interval, size(job));
      boolean gathers = setting.reservationPlacement().equals("ar-gather") && meets;
      if (gathers
          ? reservedWork(p) > mostReserved
          : mostReserved < 0 && (start < bestStart || gives)) {
        mostReserved = gathers ? reservedWork(p) : -1;
        best = p;
        bestStart = start;
      }
      if (setting.reservationPlacement().equals("ar-priority") && meets) {
        best = p;
        bestStart = start;
        break;
      }
    }
    if (setting.grid().lateness() == Lateness.REFUSED && bestStart + least > interval.dueTick()) {
      refused[job] = true;
    } else {
      granted[job] = longest(best, bestStart, interval, size(job));
      providers[job] = best;
      starts[job] = bestStart;
    }
  }

  private long longest(int provider, long start, GridJob.Interval interval, int processors) {
    long length = interval.leastTicks();
    while (length < interval.durationTicks()
        && start + length < interval.dueTick()
        && isFree(provider, start, length + 1, processors)) {
      length++;
    }
    return length;
  }

  private void pass(int provider) {
    switch (setting.localScheduler()) {
      case "easy" -> backfill(provider, BY_ARRIVAL, 1);
      case "easy-sjf" -> backfill(provider, shortestFirst(), 1);
      case "conservative" -> backfill(provider, BY_ARRIVAL, Integer.MAX_VALUE);
      case "fcfs" -> backfill(provider, BY_ARRIVAL, 0);
      case "lsf" -> walk(provider, Comparator.comparing(job -> -size(job)));
      case "sjf" -> walk(provider, shortestFirst());
      default -> walk(provider, BY_ARRIVAL);
    }
  }

  private Comparator<Integer> shortestFirst() {
    return Comparator.comparing(job -> jobs.get(job).limitTicks());
  }

  private void walk(int provider, Comparator<Integer> order) {
    var waiting = queue(provider);
    waiting.sort(order);
    waiting.forEach(job -> startIfFree(provider, job));
  }

  /**
   * Promises the earliest start to the first {@code promises} jobs that cannot start now; then
   * tries the remaining jobs.
   */
  private void backfill(int provider, Comparator<Integer> order, int promises) {
    var waiting = queue(provider);
    while (!waiting.isEmpty() && (promised.size() < promises || promised.isEmpty())) {
      int job = waiting.remove(0);
      if (!startIfFree(provider, job)) {
        if (promises == 0) {
          return;
        }
        long start = now;
        while (!isFree(provider, start, jobs.get(job).limitTicks(), size(job))) {
          start++;
        }
        promised.add(new Promised(start, start + jobs.get(job).limitTicks(), size(job)));
      }
    }
    waiting.sort(order);
    waiting.forEach(job -> startIfFree(provider, job));
    promised.clear();
  }

  private boolean startIfFree(int provider, int job) {
    boolean starts = isFree(provider, now, jobs.get(job).limitTicks(), size(job));
    if (starts) {
      this.starts[job] = now;
    }
    return starts;
  }

  /**
   * Returns whether {@code processors} are free during the whole time, according to limits and
   * reservations.
   */
  private boolean isFree(int provider, long start, long length, int processors) {
    // a reservation takes whole slots: a slot counts from its first tick, even if the job starts
    // later in it
    long slot = Math.max(1, setting.slots().lengthTicks());
    for (long tick = slotStart(start, slot); tick < start + length; tick++) {
      int free = setting.processors();
      for (var promise : promised) {
        boolean isMet =
            slotStart(promise.start(), slot) <= tick && slotStart(tick, slot) < promise.end();
        free -= isMet ? promise.processors() : 0;
      }
      for (int i = 0; i < starts.length; i++) {
        boolean isKnown = starts[i] != null && providers[i] == provider && now < end(i);
        if (isKnown
            && slotStart(starts[i], slot) <= tick
            && slotStart(tick, slot) < starts[i] + bound(i)) {
          free -= size(i);
        }
      }
      if (free < processors) {
        return false;
      }
    }
    return true;
  }

  private List<Integer> queue(int provider) {
    var waiting = new ArrayList<Integer>();
    for (int i = 0; i < starts.length; i++) {
      if (providers[i] == provider && starts[i] == null) {
        waiting.add(i);
      }
    }
    return waiting;
  }

  private boolean isReservation(int job) {
    return jobs.get(job).reservation().isPresent();
  }

  private long bound(int job) {
    var it = jobs.get(job);
    return it.reservation().isPresent() ? granted[job] : it.limitTicks();
  }

  private long end(int job) {
    return starts[job] + Math.min(jobs.get(job).runTicks(), bound(job));
  }

  private int size(int job) {
    return jobs.get(job).processors();
  }
}
