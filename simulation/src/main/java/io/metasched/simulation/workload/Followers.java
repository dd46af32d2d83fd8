package io.metasched.simulation.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Jobs that wait for others before they are submitted. A job follows the end of the last of its
 * preceding jobs after its think time, but is not submitted before its own time. Refused and
 * withdrawn jobs count as ended; a job that requires their run counts those that never ran.
 *
 * <p>Cost: O(log n) for each dependency of n. Confined to one thread.
 */
public final class Followers {
  /**
   * Job whose preceding jobs have all ended.
   *
   * @param job index of the job
   * @param tick submission
   * @param lost number of preceding jobs that never ran, if the job requires their run; else 0
   */
  public record Released(int job, long tick, int lost) {}

  private static final class Waiting {
    private final int job;
    private final long thinkTicks;
    private final boolean isRequired;
    private int awaited;
    private int lost;
    private long tick;

    Waiting(int job, Arriving arriving) {
      this.job = job;
      thinkTicks = arriving.precedence().thinkTicks();
      isRequired = arriving.precedence().isRequired();
      awaited = arriving.precedence().jobs().size();
      tick = arriving.submitTick();
    }
  }

  private final TreeMap<Long, List<Waiting>> byPreceding = new TreeMap<>();

  /**
   * Creates the waiting jobs: all jobs whose submission waits for preceding jobs. {@link #ended}
   * must be called for each preceding job.
   */
  public Followers(List<? extends Arriving> jobs) {
    for (int at = 0; at < jobs.size(); at++) {
      if (!jobs.get(at).precedence().delays()) {
        continue;
      }
      var waiting = new Waiting(at, jobs.get(at));
      for (long id : jobs.get(at).precedence().jobs()) {
        byPreceding.computeIfAbsent(id, each -> new ArrayList<>()).add(waiting);
      }
    }
  }

  /** Returns whether a job waits for the end of another job. */
  public boolean awaits(long id) {
    return byPreceding.containsKey(id);
  }

  /** Returns the jobs released by the end of a job that ran; repeated calls have no effect. */
  public List<Released> ended(long id, long now) {
    return ended(id, true, now);
  }

  /**
   * Returns the jobs released by the outcome of a job; repeated calls for a job have no effect.
   *
   * @param ran whether the job has begun
   */
  public List<Released> ended(long id, boolean ran, long now) {
    var released = new ArrayList<Released>();
    var waiting = byPreceding.remove(id);
    if (waiting != null) {
      for (var each : waiting) {
        each.tick = Math.max(each.tick, Math.addExact(now, each.thinkTicks));
        each.lost += each.isRequired && !ran ? 1 : 0;
        if (--each.awaited == 0) {
          released.add(new Released(each.job, each.tick, each.lost));
        }
      }
    }
    return released;
  }
}
