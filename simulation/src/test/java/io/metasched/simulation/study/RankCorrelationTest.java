package io.metasched.simulation.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.study.RankCorrelation.Pair;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rank correlations computed by hand. */
final class RankCorrelationTest {
  @Test
  void ranksAloneMatter() {
    assertThat(RankCorrelation.of(List.of(new Pair(1, 1), new Pair(2, 10), new Pair(3, 11))))
        .isEqualTo(1);
    assertThat(RankCorrelation.of(List.of(new Pair(1, 5), new Pair(2, 4), new Pair(9, -7))))
        .isEqualTo(-1);
    assertThat(RankCorrelation.of(List.of(new Pair(1, 1), new Pair(2, 3), new Pair(3, 2))))
        .isEqualTo(0.5);
  }

  @Test
  void equalValuesShareTheirRanks() {
    // ranks 1, 2.5, 2.5 and 1, 2, 3: 1.5 divided by the square root of 1.5 x 2
    assertThat(RankCorrelation.of(List.of(new Pair(0, 1), new Pair(4, 2), new Pair(4, 3))))
        .isCloseTo(1.5 / Math.sqrt(3), within(1e-12));
  }

  @Test
  void ofEqualValuesThereIsNone() {
    assertThat(RankCorrelation.of(List.of(new Pair(1, 1), new Pair(1, 2)))).isNaN();
    assertThat(RankCorrelation.of(List.of())).isNaN();
  }
}
