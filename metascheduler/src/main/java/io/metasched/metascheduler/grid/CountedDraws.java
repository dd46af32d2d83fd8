package io.metasched.metascheduler.grid;

import java.util.random.RandomGenerator;

/**
 * Random numbers of another generator, counted, so that another one that begins like it can go on
 * where it was. Cost: O(1), and O(n) to skip n numbers. Confined to one thread.
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

  /** How many numbers have been drawn. */
  long count() {
    return count;
  }

  /** Draws until so many have been drawn. */
  void skipTo(long drawn) {
    while (count < drawn) {
      nextLong();
    }
  }
}
