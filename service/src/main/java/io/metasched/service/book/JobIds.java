package io.metasched.service.book;

import java.time.Instant;
import java.util.Optional;

/**
 * Ids of jobs and arrays: 16 letters and digits that sort by time. The id of an element of an array
 * is the id of the array with the index: {@code 01kq8m5t5p000007_12}.
 */
public final class JobIds {
  private static final String DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
  private static final int TIME_DIGITS = 10;
  private static final int NUMBER_DIGITS = 6;
  private static final char BEFORE_INDEX = '_';

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
   * no job of Slurm has the number 0. Returns the number of the array for an element, and -1 if the
   * text is no id.
   */
  public static long number(String id) {
    int end = TIME_DIGITS + NUMBER_DIGITS;
    if (id.length() != end && id.indexOf(BEFORE_INDEX) != end) {
      return -1;
    }
    long number = 0;
    for (int at = TIME_DIGITS; at < end; at++) {
      int digit = DIGITS.indexOf(id.charAt(at));
      if (digit < 0) {
        return -1;
      }
      number = number << 5 | digit;
    }
    return number + 1;
  }

  /** Returns the id of an element of an array. */
  public static String element(String array, int index) {
    return element(array, String.valueOf(index));
  }

  /** Returns the id of an element of an array. */
  public static String element(String array, String index) {
    return array + BEFORE_INDEX + index;
  }

  /** Returns the id of the array of an element; empty for the id of another job. */
  public static Optional<String> array(String id) {
    int mark = id.indexOf(BEFORE_INDEX);
    return mark < 0 ? Optional.empty() : Optional.of(id.substring(0, mark));
  }

  /** Returns the index in the id of an element. */
  public static String index(String element) {
    return element.substring(element.indexOf(BEFORE_INDEX) + 1);
  }

  private static void write(char[] id, int from, int digits, long number) {
    long left = number;
    for (int at = from + digits - 1; at >= from; at--) {
      id[at] = DIGITS.charAt((int) (left & 31));
      left >>>= 5;
    }
  }
}
