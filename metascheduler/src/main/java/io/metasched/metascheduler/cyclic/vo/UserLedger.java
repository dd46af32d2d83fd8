package io.metasched.metascheduler.cyclic.vo;

import io.metasched.resource.model.JobId;
import java.util.TreeMap;

/**
 * User's own record of the account, in 1/1000 of money: deposits, the costs of jobs, and refunds.
 * Confined to one thread.
 */
public final class UserLedger {
  private final TreeMap<JobId, Long> paid = new TreeMap<>();
  private long depositedMilli;
  private long spentMilli;
  private long returnedMilli;

  /** Statement of a ledger, with balance = deposited - spent + returned. */
  public record Statement(long depositedMilli, long spentMilli, long returnedMilli) {
    public long balanceMilli() {
      return depositedMilli - spentMilli + returnedMilli;
    }
  }

  public void deposit(long milli) {
    depositedMilli = Math.addExact(depositedMilli, milli);
  }

  /**
   * Records the payment of a job's window; the payment of an earlier window of the job is returned.
   */
  public void pay(JobId job, long milli) {
    var before = paid.put(job, milli);
    giveBack(before == null ? 0 : before);
    spentMilli = Math.addExact(spentMilli, milli);
  }

  /** Records the end of a job and the refund of a part of its cost. */
  public void settle(JobId job, long milli) {
    paid.remove(job);
    giveBack(milli);
  }

  private void giveBack(long milli) {
    returnedMilli = Math.addExact(returnedMilli, milli);
  }

  public Statement statement() {
    return new Statement(depositedMilli, spentMilli, returnedMilli);
  }
}
