package io.metasched.simulation.workload;

import io.metasched.simulation.workload.Followers.Released;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The jobs to be submitted, one by one in the order (tick, index): those without dependencies at
 * their times, others when their preceding jobs have ended ({@link Followers}).
 *
 * <p>Cost: O(log n) for each job with dependencies, O(1) for others. Confined to one thread.
 */
public final class Arrivals {
  private final List<? extends Arriving> jobs;
  private final long[] submitted;
  private final Followers followers;
  private final PriorityQueue<Released> released;
  private int next;
  private int taken;

  /**
   * All jobs are to be submitted.
   *
   * @param jobs by (submit, id); the ids that they wait for need not be among them
   */
  public Arrivals(List<? extends Arriving> jobs) {
    this.jobs = jobs;
    submitted = new long[jobs.size()];
    Arrays.fill(submitted, -1);
    followers = new Followers(jobs);
    released =
        new PriorityQueue<>(
            Comparator.comparingLong(Released::tick).thenComparingInt(Released::job));
    passFollowers();
  }

  /** Returns the tick of the first submission of jobs by (submit, id); 0 if there is none. */
  public static long first(List<? extends Arriving> jobs) {
    return jobs.stream()
        .filter(job -> job.precedence().isNone())
        .mapToLong(Arriving::submitTick)
        .findFirst()
        .orElse(0);
  }

  private void passFollowers() {
    while (next < jobs.size() && !jobs.get(next).precedence().isNone()) {
      next++;
    }
  }

  /** The next tick at which a job is submitted, as far as is known; else {@code never}. */
  public long nextTick(long never) {
    long own = next < jobs.size() ? jobs.get(next).submitTick() : never;
    return released.isEmpty() ? own : Math.min(own, released.element().tick());
  }

  /** Takes the next job that is submitted now, by its index; -1 where there is none. */
  public int take(long now) {
    boolean isOwnDue = next < jobs.size() && jobs.get(next).submitTick() == now;
    boolean isReleasedDue = !released.isEmpty() && released.element().tick() == now;
    int job = -1;
    if (isReleasedDue && !(isOwnDue && next < released.element().job())) {
      job = released.remove().job();
    } else if (isOwnDue) {
      job = next++;
      passFollowers();
    }
    if (job >= 0) {
      submitted[job] = now;
      taken++;
    }
    return job;
  }

  /** How many jobs have been submitted. */
  public int taken() {
    return taken;
  }

  /** When a job was submitted, by its index; -1 where it was not. */
  public long submitted(int job) {
    return submitted[job];
  }

  /** When the log has a job submitted that waits for others, by its index; else -1. */
  public long logged(int job) {
    return jobs.get(job).precedence().isNone() ? -1 : jobs.get(job).submitTick();
  }

  /** A job has ended. */
  public void ended(long id, long now) {
    released.addAll(followers.ended(id, now));
  }
}
