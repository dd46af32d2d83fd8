package io.metasched.metascheduler.twolevel;

import java.util.random.RandomGenerator;

/**
 * Random generator that counts the numbers drawn from another generator, so that a copy with the
 * same seed can resume at the same position. Cost: O(1), and O(n) to skip n numbers. Confined to
 * one thread.
 */
final class CountedDraws implements RandomGenerator {
  private final RandomGenerator from;
  private long count;

  CountedDraws(RandomGenerator from) {
    this.from = from;
  }

  @Override
  public long nextLong() {
    count++;
    return from.nextLong();
  }

  /** Returns the number of values drawn. */
  long count() {
    return count;
  }

  /** Draws and discards numbers until the total count is {@code drawn}. */
  void skipTo(long drawn) {
    while (count < drawn) {
      nextLong();
    }
  }
}
