package io.metasched.service.plan;

import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobRecord.Reason;
import java.util.Optional;

/** Jobs that may get a window in one cycle by the limits of arrays and accounts. */
final class CycleLimits {
  private final BookState state;
  private final ArrayLimits arrays;
  private final AccountLoads loads;
  private final long until;

  /**
   * Creates the limits of a cycle.
   *
   * @param until tick up to which the cycle plans
   */
  CycleLimits(BookState state, long until) {
    this.state = state;
    this.until = until;
    arrays = new ArrayLimits(state);
    loads = new AccountLoads(state);
  }

  /** Returns whether the limits of its account leave room for a job. */
  boolean hasRoom(JobRecord job) {
    return loads.roomFrom(job) < until;
  }

  /**
   * Admits a waiting job, unless its array or account has no room left.
   *
   * @return whether the job is admitted, now or before
   */
  boolean admits(JobRecord job) {
    return hasRoom(job) && arrays.admits(job) && loads.admits(job, until);
  }

  /**
   * Returns the reason of a job that is not admitted.
   *
   * @param present loads of accounts, for the numbers of the reason
   * @param tick tick from which a window may begin
   */
  Optional<Reason> reason(JobRecord job, AccountLoads present, long tick) {
    return hasRoom(job) ? ArrayLimits.reason(state, job) : present.delay(job, tick);
  }
}
