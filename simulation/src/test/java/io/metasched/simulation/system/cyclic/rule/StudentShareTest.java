package io.metasched.simulation.system.cyclic.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.rule.StudentShare;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The t distribution, computed by integration and compared with tables and with the library. */
final class StudentShareTest {

  @ParameterizedTest
  @CsvSource({"1,12.7062", "2,4.30265", "5,2.57058", "30,2.04227", "120,1.97993"})
  void quantilesOfTablesHaveTheirShares(int degrees, double quantile) {
    assertThat(StudentShare.below(quantile, degrees)).isCloseTo(0.975, within(1e-6));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 7, 49, 999, 4999, 999_999})
  void sharesAreThoseOfTheLibrary(int degrees) {
    var library = TDistribution.of(degrees);
    for (double t = 0; t < 15; t += 0.37) {
      assertThat(StudentShare.below(t, degrees))
          .as("below %s", t)
          .isCloseTo(library.cumulativeProbability(t), within(1e-8));
    }
  }
}
