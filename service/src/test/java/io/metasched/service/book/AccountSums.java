package io.metasched.service.book;

import java.math.BigInteger;

/** Independent sum of the money in the event store: money only moves, so the sum is 0. */
public final class AccountSums {
  private AccountSums() {}

  /** Returns the sum of all balances and holds of the accounts, in 1/1000. */
  public static BigInteger of(BookState state) {
    var sum = BigInteger.ZERO;
    for (var row : SnapshotRow.rows(state)) {
      if (row instanceof SnapshotRow.AccountRow each) {
        sum = sum.add(BigInteger.valueOf(each.account().balanceMilli()));
        sum = sum.add(BigInteger.valueOf(each.account().heldMilli()));
      }
    }
    return sum;
  }
}
