package io.metasched.metascheduler.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decay of payments, compared with powers of 2 and with the sum over all payments. */
final class RecentUseTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @Test
  void halfIsLeftAfterAHalfLifeAndNothingInTheEnd() {
    var use = RecentUse.NONE.plus(1_000_000, 0, HOUR);

    assertThat(use.at(0, HOUR)).isEqualTo(1_000_000);
    assertThat(use.at(HOUR.toMillis() / 64 - 1, HOUR)).isEqualTo(1_000_000);
    assertThat(use.at(HOUR.toMillis() / 64, HOUR)).isEqualTo(989_228);
    assertThat(use.at(HOUR.toMillis(), HOUR)).isCloseTo(500_000, within(64L));
    assertThat(use.at(2 * HOUR.toMillis(), HOUR)).isCloseTo(250_000, within(128L));
    assertThat(use.at(Long.MAX_VALUE, HOUR)).isZero();
    assertThat(RecentUse.NONE.plus(1L << 60, 0, HOUR).at(HOUR.toMillis(), HOUR))
        .isCloseTo(1L << 59, within(64L));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theUseIsTheSumOfAllPaymentsWhenEverItIsRead(long seed) {
    var random = new Random(seed);
    var use = RecentUse.NONE;
    var read = RecentUse.NONE;
    double sum = 0;
    long tick = 0;
    long step = HOUR.toMillis() / 64;
    for (int number = 0; number < 300; number++) {
      long next = tick + random.nextInt(200_000);
      sum *= Math.pow(0.5, (next / step - tick / step) / 64.0);
      tick = next;
      long paid = random.nextInt(1_000_000);
      use = use.plus(paid, tick, HOUR);
      read = read.plus(paid, tick, HOUR);
      read = read.plus(0, tick + random.nextInt(1000), HOUR); // a read in between
      sum += paid;
      tick = read.tick();
      sum *= Math.pow(0.5, (tick / step - use.tick() / step) / 64.0);
      use = new RecentUse(use.at(tick, HOUR), tick);

      assertThat(read).isEqualTo(use);
      assertThat((double) use.milli()).isCloseTo(sum, within(64.0 * 3));
    }
  }
}
