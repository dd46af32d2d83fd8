package io.metasched.simulation.report;

/**
 * Encoder of whole numbers as compact text for a page. Each character has five bits of the number,
 * the lowest first; the sixth bit marks that more characters follow. Numbers near 0 take one
 * character.
 */
public final class PackedNumbers {
  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  private static final int BITS = 5;
  private static final int MORE = 1 << BITS;

  private final StringBuilder text = new StringBuilder();
  private long last;

  /**
   * Adds a number.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public void add(long value) {
    if (value < 0) {
      throw new IllegalArgumentException("allowed is a number from 0 on, but given is " + value);
    }
    long rest = value;
    while (rest >= MORE) {
      text.append(DIGITS.charAt((int) (rest % MORE) + MORE));
      rest /= MORE;
    }
    text.append(DIGITS.charAt((int) rest));
  }

  /** Adds a number as its difference from the previous number added by this method, initially 0. */
  public void addChange(long value) {
    long change = value - last;
    add(change < 0 ? -2 * change - 1 : 2 * change);
    last = value;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
