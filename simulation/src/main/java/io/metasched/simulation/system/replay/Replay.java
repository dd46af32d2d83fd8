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
 * Replays jobs on one cluster under a local scheduler. A job with dependencies is submitted when
 * its preceding jobs have ended ({@link Arrivals}). At one instant come first all completions, then
 * all submissions, then one scheduling pass; with a period the passes come at its multiples only,
 * counted from the first submission.
 *
 * <p>Cost: O(log n) per event besides the scheduler's own.
 */
public final class Replay {
  /** Behind all time. */
  static final long NEVER = Long.MAX_VALUE;

  private static final int EVENTS_PER_LOOK = 1024;

  /** A running job's end. */
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
   * A replay at its beginning.
   *
   * @param jobs by (submit, id), each of at most {@code processors}
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

  /** Has promised starts reported, by the positions of jobs. */
  void listen(PromiseListener listener) {
    cluster.listen(listener);
  }

  /**
   * Replays jobs to the end.
   *
   * @param jobs by (submit, id), each of at most {@code processors}
   * @param periodTicks time between two passes, 0 for a pass at each event
   * @param progress is notified now and then how many jobs have been submitted
   * @throws CancellationException when the thread is interrupted
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

  /** What has come of it so far, by the positions of jobs, each as it was submitted. */
  Schedule schedule() {
    var arrived = new ArrayList<ReplayJob>(jobs.size());
    for (int at = 0; at < jobs.size(); at++) {
      long tick = arrivals.submitted(at);
      arrived.add(tick < 0 ? jobs.get(at) : jobs.get(at).at(tick));
    }
    return new Schedule(arrived, cluster.processors(), starts, mostWaiting);
  }

  /** When the log has a job submitted that waits for others, by its position; else -1. */
  long logged(int job) {
    return arrivals.logged(job);
  }

  /** How many jobs have been submitted. */
  int submitted() {
    return arrivals.taken();
  }

  /** All that happens at an instant. */
  void perform(long now) {
    complete(now);
    submit(now);
    passWhenDue(now);
  }

  /** The next instant at which something happens; {@link #NEVER} when all is over. */
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
