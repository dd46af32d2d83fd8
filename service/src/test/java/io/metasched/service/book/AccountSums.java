package io.metasched.service.book;

import java.math.BigInteger;

/** The money of a book, counted apart from the book: it only moves, so that the sum is 0. */
public final class AccountSums {
  private AccountSums() {}

  /** Returns what all accounts have and hold together, in 1/1000. */
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
