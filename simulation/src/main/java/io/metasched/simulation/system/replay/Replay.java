package io.metasched.simulation.system.replay;

import io.metasched.resource.model.Ticks;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.Cluster;
import io.metasched.resource.provider.LocalScheduler;
import io.metasched.resource.provider.PromiseListener;
import io.metasched.simulation.report.ReplayJob;
import io.metasched.simulation.report.Schedule;
import io.metasched.simulation.workload.Arrivals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CancellationException;
import java.util.function.IntConsumer;

/**
 * Replay of jobs on one cluster with a local scheduler. A job with dependencies is submitted when
 * its preceding jobs have ended ({@link Arrivals}). At one instant, all completions come first,
 * then all submissions, then one scheduling pass. With a period, the passes are only at multiples
 * of the period, counted from the first submission.
 *
 * <p>Cost: O(log n) per event, in addition to the cost of the scheduler.
 */
public final class Replay {
  /** Tick later than all events. */
  static final long NEVER = Long.MAX_VALUE;

  private static final int EVENTS_PER_LOOK = 1024;

  /** End of a running job. */
  private record End(long tick, int job) implements Comparable<End> {
    @Override
    public int compareTo(End other) {
      int byTick = Long.compare(tick, other.tick);
      return byTick != 0 ? byTick : Integer.compare(job, other.job);
    }
  }

  private final List<ReplayJob> jobs;
  private final LocalScheduler scheduler;
  private final long periodTicks;
  private final long originTicks;
  private final Cluster cluster;
  private final long[] starts;
  private final PriorityQueue<End> ends = new PriorityQueue<>();
  private final Arrivals arrivals;
  private int mostWaiting;
  private long nextPass = NEVER;

  /**
   * Creates a replay before its first event.
   *
   * @param jobs jobs by (submit, id), each of at most {@code processors}
   * @param periodTicks time between two passes, 0 for a pass at each event
   */
  Replay(List<ReplayJob> jobs, int processors, LocalScheduler scheduler, long periodTicks) {
    this.jobs = jobs;
    this.scheduler = scheduler;
    this.periodTicks = periodTicks;
    arrivals = new Arrivals(jobs);
    originTicks = Arrivals.first(jobs);
    cluster = new Cluster(processors);
    starts = new long[jobs.size()];
    Arrays.fill(starts, -1);
  }

  /** Sets the listener of promised starts, which are reported by the indices of jobs. */
  void listen(PromiseListener listener) {
    cluster.listen(listener);
  }

  /**
   * Replays jobs to the end.
   *
   * @param jobs jobs by (submit, id), each of at most {@code processors}
   * @param periodTicks time between two passes, 0 for a pass at each event
   * @param progress receives the number of submitted jobs from time to time
   * @throws CancellationException if the thread is interrupted
   */
  public static Schedule run(
      List<ReplayJob> jobs,
      int processors,
      LocalScheduler scheduler,
      long periodTicks,
      IntConsumer progress) {
    var replay = new Replay(jobs, processors, scheduler, periodTicks);
    int events = 0;
    for (long now = replay.nextTick(); now != NEVER; now = replay.nextTick()) {
      replay.perform(now);
      if (++events % EVENTS_PER_LOOK == 0) {
        if (Thread.currentThread().isInterrupted()) {
          throw new CancellationException("interrupted");
        }
        progress.accept(replay.submitted());
      }
    }
    return replay.schedule().bySubmission();
  }

  /** Returns the schedule so far, by the indices of jobs, each with its submission. */
  Schedule schedule() {
    var arrived = new ArrayList<ReplayJob>(jobs.size());
    for (int at = 0; at < jobs.size(); at++) {
      long tick = arrivals.submitted(at);
      arrived.add(tick < 0 ? jobs.get(at) : jobs.get(at).at(tick));
    }
    return new Schedule(arrived, cluster.processors(), starts, mostWaiting);
  }

  /** Returns the logged submit tick of the job at an index; -1 if it waits for no other job. */
  long logged(int job) {
    return arrivals.logged(job);
  }

  /** Returns the number of submitted jobs. */
  int submitted() {
    return arrivals.taken();
  }

  /** Performs all events of an instant. */
  void perform(long now) {
    complete(now);
    submit(now);
    passWhenDue(now);
  }

  /** Returns the next instant with an event; {@link #NEVER} at the end. */
  long nextTick() {
    long arrival = arrivals.nextTick(NEVER);
    long end = ends.isEmpty() ? NEVER : ends.peek().tick();
    return Math.min(nextPass, Math.min(arrival, end));
  }

  private void complete(long now) {
    while (!ends.isEmpty() && ends.peek().tick() == now) {
      int job = ends.remove().job();
      scheduler.ended(cluster.end(job), now);
      arrivals.ended(jobs.get(job).id(), now);
      askForPass(now);
    }
  }

  private void submit(long now) {
    for (int at = arrivals.take(now); at >= 0; at = arrivals.take(now)) {
      var job = jobs.get(at);
      scheduler.submit(new BatchJob(at, now, job.processors(), job.estimateTicks()));
      askForPass(now);
    }
  }

  private void askForPass(long now) {
    nextPass = Ticks.next(now, originTicks, periodTicks);
  }

  private void passWhenDue(long now) {
    if (nextPass != now) {
      return;
    }
    nextPass = NEVER;
    scheduler.pass(cluster, now);
    for (var started : cluster.takeStarted()) {
      int job = started.number();
      starts[job] = now;
      ends.add(new End(now + jobs.get(job).runTicks(), job));
    }
    mostWaiting = Math.max(mostWaiting, scheduler.waiting());
  }
}
