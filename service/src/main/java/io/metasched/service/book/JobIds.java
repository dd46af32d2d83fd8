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

  /**
   * Returns the number by which Slurm's commands name a job: the number in its id plus 1, because
   * no job of Slurm has the number 0. Returns -1 if the text is no id.
   */
  public static long number(String id) {
    if (id.length() != TIME_DIGITS + NUMBER_DIGITS) {
      return -1;
    }
    long number = 0;
    for (int at = TIME_DIGITS; at < id.length(); at++) {
      int digit = DIGITS.indexOf(id.charAt(at));
      if (digit < 0) {
        return -1;
      }
      number = number << 5 | digit;
    }
    return number + 1;
  }

  private static void write(char[] id, int from, int digits, long number) {
    long left = number;
    for (int at = from + digits - 1; at >= from; at--) {
      id[at] = DIGITS.charAt((int) (left & 31));
      left >>>= 5;
    }
  }
}
