package io.metasched.simulation.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class PowerLawTest {
  private static final double[] SIZES = {50, 100, 200, 300, 400};

  @Test
  void theExponentOfAPowerLawIsFound() {
    for (double exponent : new double[] {-1, 0, 0.5, 1, 1.2, 2, 3}) {
      var times = new double[SIZES.length];
      for (int i = 0; i < times.length; i++) {
        times[i] = 0.007 * Math.pow(SIZES[i], exponent);
      }

      assertThat(PowerLaw.exponent(SIZES, times)).isCloseTo(exponent, within(1e-9));
    }
  }

  @Test
  void errorsThatCancelOutLeaveTheExponent() {
    double[] sizes = {1, 1, 10, 10};
    double[] times = {2, 0.5, 200, 50};

    assertThat(PowerLaw.exponent(sizes, times)).isCloseTo(2, within(1e-9));
  }
}
