package io.metasched.simulation.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Differences of samples whose intervals were computed by hand. */
final class DifferenceTest {
  private static final Offset<Double> CLOSELY = within(1e-6);
  private static final double NONE = Double.NaN;

  @Test
  void equalSamplesDifferByNothing() {
    double[] sample = {1, 2.5, NONE, 4};

    for (var same :
        new Difference[] {
          Difference.paired(sample, sample.clone()), Difference.unpaired(sample, sample.clone())
        }) {
      assertThat(same.first()).isEqualTo(7.5 / 3);
      assertThat(same.second()).isEqualTo(7.5 / 3);
      assertThat(same.change().mean()).isZero();
      assertThat(same.relative()).isZero();
      assertThat(same.excludesZero()).isFalse();
    }
    assertThat(Difference.paired(sample, sample).change().ci95()).isZero();
    assertThat(Difference.paired(sample, sample).change().count()).isEqualTo(3);
  }

  @Test
  void aPairedDifferenceLeavesOutPairsWithoutAValue() {
    var difference =
        Difference.paired(new double[] {1, 2, 3, NONE, 100}, new double[] {3, 5, 4, 50, NONE});

    // differences 2, 3, 1: standard deviation 1, t(2) = 4.302653
    assertThat(difference.first()).isEqualTo(2);
    assertThat(difference.second()).isEqualTo(4);
    assertThat(difference.change().mean()).isEqualTo(2);
    assertThat(difference.change().ci95()).isCloseTo(4.302653 / Math.sqrt(3), CLOSELY);
    assertThat(difference.change().count()).isEqualTo(3);
    assertThat(difference.relative()).isEqualTo(1);
    assertThat(difference.excludesZero()).isFalse();
  }

  @Test
  void aConstantShiftExcludesZero() {
    var shift = Difference.paired(new double[] {1, 2, 3}, new double[] {0.5, 1.5, 2.5});

    assertThat(shift.change().mean()).isEqualTo(-0.5);
    assertThat(shift.change().ci95()).isZero();
    assertThat(shift.relative()).isEqualTo(-0.25);
    assertThat(shift.excludesZero()).isTrue();
  }

  @Test
  void independentSamplesHaveWelchsInterval() {
    var difference =
        Difference.unpaired(new double[] {1, 2, 3, 4, 5, NONE}, new double[] {2, 4, 6, 8, 10});

    // variances 2.5 and 10, squared errors 0.5 and 2; degrees of freedom
    // 2.5^2 / (0.5^2 / 4 + 2^2 / 4) = 5.882353, whose t is 2.458824
    assertThat(difference.change().mean()).isEqualTo(3);
    assertThat(difference.change().ci95()).isCloseTo(3.887742, CLOSELY);
    assertThat(difference.change().count()).isEqualTo(10);
    assertThat(difference.excludesZero()).isFalse();
  }

  @Test
  void samplesOfDifferentSizesAreNotPaired() {
    assertThatThrownBy(() -> Difference.paired(new double[2], new double[3]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(Difference.unpaired(new double[2], new double[] {1, 1, 1}).change())
        .isEqualTo(new Estimate(1, 0, 5));
  }

  @Test
  void aSingleValueHasNoInterval() {
    for (var difference :
        new Difference[] {
          Difference.paired(new double[] {1}, new double[] {2}),
          Difference.unpaired(new double[] {1}, new double[] {2, 2}),
          Difference.unpaired(new double[] {1, 3}, new double[] {NONE, NONE})
        }) {
      assertThat(difference.hasInterval()).isFalse();
      assertThat(difference.excludesZero()).isFalse();
    }
    assertThat(Difference.paired(new double[0], new double[0]).relative()).isNaN();
  }
}
