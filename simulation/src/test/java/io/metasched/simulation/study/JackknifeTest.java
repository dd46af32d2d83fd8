package io.metasched.simulation.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class JackknifeTest {
  private static final Series TIME = new Series("a", "time");
  private static final Series COST = new Series("a", "cost");

  private static ObservedValues observed(double[]... byReplication) {
    return ObservedValues.of(List.of(TIME, COST), byReplication, 0);
  }

  @Test
  void pseudoValuesOfAMeanAreTheObservations() {
    var means = new JointMeans(observed(row(3, 1), row(5, 1), row(10, 1)), List.of(TIME));

    assertThat(Jackknife.pseudoValues(3, without -> means.mean(0, without)))
        .containsExactly(new double[] {3, 5, 10}, within(1e-12));
  }

  @Test
  void theBiasOfASquareIsTakenOut() {
    // the mean of 1 and 3 is 2; the square of the mean is 4, and 3 without the bias of 1
    var means = new JointMeans(observed(row(1, 0), row(3, 0)), List.of(TIME));

    var values = Jackknife.pseudoValues(2, without -> Math.pow(means.mean(0, without), 2));

    assertThat(values).containsExactly(new double[] {8 - 9, 8 - 1}, within(1e-12));
    assertThat(Estimate.of(values).mean()).isCloseTo(3, within(1e-12));
  }

  @Test
  void aSingleReplicationIsTheNumberItself() {
    assertThat(Jackknife.pseudoValues(1, without -> without == Jackknife.NONE ? 7 : Double.NaN))
        .containsExactly(7);
  }

  @Test
  void jointMeansAreOverTheReplicationsThatHaveAll() {
    var none = Double.NaN;
    var both =
        new JointMeans(
            observed(row(1, 10), row(2, none), row(none, 30), row(5, 50)), List.of(TIME, COST));

    assertThat(both.size()).isEqualTo(2);
    assertThat(both.mean(0, Jackknife.NONE)).isEqualTo(3);
    assertThat(both.mean(1, Jackknife.NONE)).isEqualTo(30);
    assertThat(both.mean(0, 0)).isEqualTo(5);
    assertThat(both.mean(1, 3)).isEqualTo(10);
    assertThat(both.mean(0, 1)).as("it was none of them").isEqualTo(3);
  }

  @Test
  void withoutAReplicationLeftThereIsNoMean() {
    var none = Double.NaN;
    var one = new JointMeans(observed(row(1, 10), row(2, none)), List.of(TIME, COST));
    var never = new JointMeans(observed(row(1, none), row(none, 2)), List.of(TIME, COST));

    assertThat(one.mean(0, 0)).isNaN();
    assertThat(one.mean(0, 1)).isEqualTo(1);
    assertThat(never.mean(0, Jackknife.NONE)).isNaN();
  }

  private static double[] row(double time, double cost) {
    return new double[] {time, cost};
  }
}
