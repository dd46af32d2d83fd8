package io.metasched.metascheduler.vo;

/**
 * The account of a VO user, in 1/1000 of money. What is reserved for a hold cannot be reserved
 * again; the balance never falls below what is reserved, unless the account is unlimited.
 */
public final class Account {
  private final boolean unlimited;
  private long balanceMilli;
  private long reservedMilli;

  private Account(boolean unlimited) {
    this.unlimited = unlimited;
  }

  /** An account that pays from what is deposited. */
  public static Account empty() {
    return new Account(false);
  }

  /** An account that can always pay. */
  public static Account unlimited() {
    return new Account(true);
  }

  /** Takes in the state of another account; nothing has happened to this one. */
  public void restore(long balance, long reserved) {
    balanceMilli = balance;
    reservedMilli = reserved;
  }

  public void deposit(long milli) {
    balanceMilli = Math.addExact(balanceMilli, milli);
  }

  /** Reserves an amount if it can be paid. */
  public boolean reserve(long milli) {
    if (!unlimited && milli > availableMilli()) {
      return false;
    }
    reservedMilli = Math.addExact(reservedMilli, milli);
    return true;
  }

  /** Frees a reserved amount. */
  public void release(long milli) {
    reservedMilli = Math.subtractExact(reservedMilli, milli);
  }

  /**
   * Pays an amount from what is available; a negative one is paid back.
   *
   * @throws IllegalStateException when more is to be paid than is available
   */
  public void charge(long milli) {
    if (!unlimited && milli > availableMilli()) {
      throw new IllegalStateException(
          "%d are to be paid, but %d are available".formatted(milli, availableMilli()));
    }
    balanceMilli = Math.subtractExact(balanceMilli, milli);
  }

  /** What is neither spent nor reserved. */
  public long availableMilli() {
    return balanceMilli - reservedMilli;
  }

  public long balanceMilli() {
    return balanceMilli;
  }
}
