package io.metasched.metascheduler.cyclic.vo;

import io.metasched.metascheduler.queue.RecentUse;
import java.time.Duration;

/**
 * Account of a VO user. Amounts are in thousandths of a unit of money. Money reserved for a hold
 * cannot be reserved again. The balance never falls below the reserved amount, unless the account
 * is unlimited.
 */
public final class Account {
  private final boolean unlimited;
  private long balanceMilli;
  private long reservedMilli;
  private RecentUse used = RecentUse.NONE;

  private Account(boolean unlimited) {
    this.unlimited = unlimited;
  }

  /** Creates an account that pays from its deposits. */
  public static Account empty() {
    return new Account(false);
  }

  /** Creates an account that can always pay. */
  public static Account unlimited() {
    return new Account(true);
  }

  /** Restores the state of another account in this new account. */
  public void restore(long balance, long reserved, RecentUse recent) {
    balanceMilli = balance;
    reservedMilli = reserved;
    used = recent;
  }

  public void deposit(long milli) {
    balanceMilli = Math.addExact(balanceMilli, milli);
  }

  /** Reserves an amount if the account can pay it; returns whether it did. */
  public boolean reserve(long milli) {
    if (!unlimited && milli > availableMilli()) {
      return false;
    }
    reservedMilli = Math.addExact(reservedMilli, milli);
    return true;
  }

  /** Releases a reserved amount. */
  public void release(long milli) {
    reservedMilli = Math.subtractExact(reservedMilli, milli);
  }

  /**
   * Pays an amount from the available money; a negative amount is paid back.
   *
   * @throws IllegalStateException if the amount exceeds the available money
   */
  public void charge(long milli) {
    if (!unlimited && milli > availableMilli()) {
      throw new IllegalStateException(
          "%d are to be paid, but %d are available".formatted(milli, availableMilli()));
    }
    balanceMilli = Math.subtractExact(balanceMilli, milli);
  }

  /** Returns the money that is neither spent nor reserved. */
  public long availableMilli() {
    return balanceMilli - reservedMilli;
  }

  /** Records the final payment for a job, which counts as use from now on. */
  public void use(long milli, long tick, Duration halfLife) {
    used = used.plus(milli, tick, halfLife);
  }

  /** Returns the payments for jobs that have ended. */
  public RecentUse used() {
    return used;
  }

  public long balanceMilli() {
    return balanceMilli;
  }
}
