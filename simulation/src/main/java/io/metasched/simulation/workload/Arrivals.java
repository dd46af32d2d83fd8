package io.metasched.simulation.workload;

import io.metasched.simulation.workload.Followers.Released;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Jobs to be submitted, one by one in the order (tick, index): jobs without dependencies at their
 * own times, other jobs when their preceding jobs have ended ({@link Followers}).
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
   * Creates the arrivals of all jobs.
   *
   * @param jobs jobs by (submit, id); jobs may wait for ids that are not in the list
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

  /**
   * Returns the next tick at which a job is submitted, as far as known; otherwise {@code never}.
   */
  public long nextTick(long never) {
    long own = next < jobs.size() ? jobs.get(next).submitTick() : never;
    return released.isEmpty() ? own : Math.min(own, released.element().tick());
  }

  /** Removes the next job that is submitted now, and returns its index; -1 if there is none. */
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

  /** Returns the number of submitted jobs. */
  public int taken() {
    return taken;
  }

  /** Returns the submission of a job by its index; -1 if it was not submitted. */
  public long submitted(int job) {
    return submitted[job];
  }

  /** Returns the logged submit tick of the job at an index; -1 if it waits for no other job. */
  public long logged(int job) {
    return jobs.get(job).precedence().isNone() ? -1 : jobs.get(job).submitTick();
  }

  /** Records the end of a job. */
  public void ended(long id, long now) {
    released.addAll(followers.ended(id, now));
  }
}
