package io.metasched.metascheduler.vo;

import io.metasched.resource.model.JobId;
import java.util.TreeMap;

/**
 * A user's own record of the account, in 1/1000 of money: deposits, the costs of jobs, and refunds.
 * Confined to one thread.
 */
public final class UserLedger {
  private final TreeMap<JobId, Long> paid = new TreeMap<>();
  private long depositedMilli;
  private long spentMilli;
  private long returnedMilli;

  /** What a ledger says: the balance is what was deposited - spent + returned. */
  public record Statement(long depositedMilli, long spentMilli, long returnedMilli) {
    public long balanceMilli() {
      return depositedMilli - spentMilli + returnedMilli;
    }
  }

  /** Money goes into the account. */
  public void deposit(long milli) {
    depositedMilli = Math.addExact(depositedMilli, milli);
  }

  /** A job's window is paid; what was paid for another window of it comes back. */
  public void pay(JobId job, long milli) {
    var before = paid.put(job, milli);
    giveBack(before == null ? 0 : before);
    spentMilli = Math.addExact(spentMilli, milli);
  }

  /** A job is over, and some of what it cost comes back. */
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
