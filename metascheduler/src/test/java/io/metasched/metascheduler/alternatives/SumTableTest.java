package io.metasched.metascheduler.alternatives;

import static io.metasched.metascheduler.alternatives.Knapsacks.sums;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class SumTableTest {
  private static final long FAR = 1_000_000;

  private static long words(long capacity, long[]... weights) {
    return new SumTable(sums(capacity, weights)).words();
  }

  private static long[] job(long... weights) {
    return weights;
  }

  @Test
  void aRowHasABitForEachUnitOfTheQuotaAboveTheLeastWeights() {
    assertThat(words(63, job(0, 1, 100))).isEqualTo(2);
    assertThat(words(64, job(0, 1, 100))).isEqualTo(4);
    assertThat(words(73, job(10, 11, 110))).isEqualTo(2);
    assertThat(words(74, job(10, 11, 110))).isEqualTo(4);
    assertThat(words(93, job(10, 11, 110), job(20, 21))).isEqualTo(3);
    assertThat(words(94, job(10, 11, 110), job(20, 21))).isEqualTo(6);
  }

  @Test
  void aRowHasNoBitBeyondTheGreatestWeights() {
    assertThat(words(FAR, job(10, 11, 73))).isEqualTo(2);
    assertThat(words(FAR, job(10, 11, 74))).isEqualTo(4);
    assertThat(words(FAR, job(5, 36, 6), job(32, 0))).isEqualTo(3);
    assertThat(words(FAR, job(5, 37, 6), job(32, 0))).isEqualTo(6);
    assertThat(words(FAR, job(7))).isEqualTo(2);
  }

  @Test
  void theUnitIsTheGreatestCommonDivisor() {
    assertThat(words(FAR, job(10, 136, 134))).isEqualTo(2);
    assertThat(words(FAR, job(10, 138, 136))).isEqualTo(4);
    assertThat(words(FAR, job(0, 600), job(1, 601))).isEqualTo(3);
    assertThat(words(FAR, job(0, 600), job(1, 602))).isEqualTo(3 * (1 + 1201 / 64));
  }

  @Test
  void aTableBeyondAllBoundsHasTheGreatestNumberOfWords() {
    long most = Integer.MAX_VALUE / 2;
    long units = 64 * most - 1;

    assertThat(words(units, job(0, 1, 2 * units))).isEqualTo(2 * most);
    assertThat(words(units + 1, job(0, 1, 2 * units))).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void choosesWhatTryingEveryCombinationFinds() {
    for (int seed = 0; seed < 3000; seed++) {
      var random = new SplittableRandom(seed);
      var jobs = new long[random.nextInt(1, 5)][];
      long least = 0;
      long most = 0;
      for (int job = 0; job < jobs.length; job++) {
        jobs[job] =
            random.ints(random.nextInt(1, 5), 0, 400).mapToLong(SumTableTest::weight).toArray();
        least += LongStream.of(jobs[job]).min().orElseThrow();
        most += LongStream.of(jobs[job]).max().orElseThrow();
      }
      var knapsack = sums(random.nextLong(least, most + 2), jobs);

      assertThat(new SumTable(knapsack).choose())
          .as("seed %d", seed)
          .isEqualTo(Knapsacks.best(knapsack));
    }
  }

  /**
   * Returns, for half of the numbers, a weight of whole words of bits, and for the others, of any
   * number of bits.
   */
  private static long weight(int number) {
    return number % 2 == 0 ? 64 * (number % 5) : number;
  }
}
