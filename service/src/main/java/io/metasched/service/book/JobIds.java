package io.metasched.service.book;

import java.time.Instant;

/** Job ids: 16 letters and digits that sort by time. */
public final class JobIds {
  private static final String DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
  private static final int TIME_DIGITS = 10;
  private static final int NUMBER_DIGITS = 6;

  private JobIds() {}

  /** Returns the id of the job with a number and a time of submission. */
  public static String of(Instant at, long number) {
    var id = new char[TIME_DIGITS + NUMBER_DIGITS];
    write(id, 0, TIME_DIGITS, at.toEpochMilli());
    write(id, TIME_DIGITS, NUMBER_DIGITS, number);
    return new String(id);
  }

  private static void write(char[] id, int from, int digits, long number) {
    long left = number;
    for (int at = from + digits - 1; at >= from; at--) {
      id[at] = DIGITS.charAt((int) (left & 31));
      left >>>= 5;
    }
  }
}
