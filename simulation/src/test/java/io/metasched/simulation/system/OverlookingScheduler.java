package io.metasched.simulation.system;

import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.Cluster;
import io.metasched.resource.provider.LocalScheduler;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.RunningJob;
import org.jspecify.annotations.Nullable;

/**
 * Local scheduler with a planted defect: it skips some passes, so that its cluster idles, or
 * ignores a small job until other jobs have been submitted.
 */
public final class OverlookingScheduler implements LocalScheduler {
  private static final int FIRST_SKIPPED = 12;
  private static final int LAST_SKIPPED = 20;
  private static final int OVERLOOKED = 9;
  private static final int SMALL = 4;
  private static final int SEEN_AFTER = 15;

  private final LocalScheduler right;
  private final boolean skips;
  private @Nullable BatchJob overlooked;
  private int submitted;
  private int submittedThen = -1;
  private int passes;

  /**
   * @param skips true to skip passes, false to ignore a job
   */
  public OverlookingScheduler(LocalScheduler right, boolean skips) {
    this.right = right;
    this.skips = skips;
  }

  @Override
  public void submit(BatchJob job) {
    submitted++;
    if (!skips && submittedThen < 0 && submitted > OVERLOOKED && job.processors() <= SMALL) {
      overlooked = job;
      submittedThen = submitted;
      return;
    }
    right.submit(job);
    if (overlooked != null && submitted == submittedThen + SEEN_AFTER) {
      right.submit(overlooked);
      overlooked = null;
    }
  }

  @Override
  public void pass(Cluster cluster, long now) {
    passes++;
    if (!skips || passes < FIRST_SKIPPED || passes > LAST_SKIPPED) {
      right.pass(cluster, now);
    }
  }

  @Override
  public void ended(RunningJob job, long now) {
    right.ended(job, now);
  }

  @Override
  public void reserved(Reservation reservation) {
    right.reserved(reservation);
  }

  @Override
  public void withdrawn(Reservation reservation) {
    right.withdrawn(reservation);
  }

  @Override
  public int waiting() {
    return right.waiting() + (overlooked == null ? 0 : 1);
  }

  @Override
  public @Nullable BatchJob head() {
    return right.head();
  }

  @Override
  public boolean promisesStarts() {
    return right.promisesStarts();
  }

  @Override
  public LocalScheduler copy() {
    return new OverlookingScheduler(right.copy(), skips);
  }
}
