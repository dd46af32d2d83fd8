package io.metasched.simulation.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.result.RunResult;
import io.metasched.simulation.result.fixture.RunText;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Measures of a run whose rows were made by hand. Its 3 nodes have 603 units of time together. */
final class RunMeasuresTest {
  private static final Offset<Double> EXACTLY = within(1e-9);

  private final RunResult run = RunText.small().read();

  @Test
  void eachVirtualOrganizationIsMeasuredByItself() {
    var fairness = VoFairness.of(run);

    assertThat(fairness.organizations())
        .containsExactly(
            new VoStatistics(0, 7, 3, (10 + 5 + 130) / 3.0, 198 / 3.0, 745, 81 / 603.0),
            new VoStatistics(1, 1, 1, 60, 70, 85, 10 / 603.0));
    assertThat(fairness.jainIndex())
        .isCloseTo((81 + 10) * (81 + 10) / (2.0 * (81 * 81 + 10 * 10)), EXACTLY);
  }

  @Test
  void anOrganizationThatHasAllTheTimeIsNotFair() {
    var alone = RunText.small().drop("placements.csv", "1/8").read();

    assertThat(VoFairness.of(alone).jainIndex()).isCloseTo(0.5, EXACTLY);
  }

  @Test
  void equalSharesAreFairAndNoSharesAreNeither() {
    var equal = RunText.small().with("placements.csv", placements("2,3,5,15", "1/8,3,120,130"));
    var none = RunText.small().with("placements.csv", placements());

    assertThat(VoFairness.of(equal.read()).jainIndex()).isCloseTo(1, EXACTLY);
    assertThat(VoFairness.of(none.read()).jainIndex()).isNaN();
  }

  @Test
  void theCourseAddsUpToTheWholeRun() {
    var course = TimeCourse.of(run);

    assertThat(course.binTicks()).isEqualTo(1675);
    double bin = 3 * 1.675;
    assertThat(course.used()).hasSize(120);
    assertThat(bin * sum(course.used())).isCloseTo(81 + 10, EXACTLY);
    assertThat(bin * sum(course.local())).isCloseTo(10 + 15 + 10, EXACTLY);
    assertThat(course.incomeMilli().get(0)).isEqualTo(340_000);
    assertThat(course.incomeMilli().get(119)).isEqualTo(830_000);
  }

  @Test
  void theLastBinOfACourseEndsWithTheRun() {
    var course = TimeCourse.of(RunText.small().header("endTick", "130001").read());

    assertThat(course.binTicks()).isEqualTo(1084);
    assertThat(course.used()).hasSize(120);
    assertThat(course.used().get(119)).isBetween(0.3, 0.34); // job 8 of organization 1
  }

  @Test
  void aRunThatEndedAtOnceHasNoCourse() {
    var course = TimeCourse.of(RunText.small().header("endTick", "0").read());

    assertThat(course.used()).isEmpty();
    assertThat(course.incomeMilli()).isEmpty();
  }

  @Test
  void usersComeWithTheirMoneyAndJobsAndTheGreatestSpenderFirst() {
    assertThat(UserSpending.of(run))
        .containsExactly(
            new UserSpending(1, 1_200_000, 670_000, 75_000, 3, 1, 0),
            new UserSpending(0, 1_200_000, 490_000, 255_000, 5, 3, 1));
    assertThat(UserSpending.of(run).get(0).balanceMilli()).isEqualTo(605_000);
  }

  private static String placements(String... rows) {
    var text = new StringBuilder("job,node,start,end,cost,price,realEnd,booked\n");
    for (var row : rows) {
      var end = row.substring(row.lastIndexOf(',') + 1);
      text.append(row).append(",1,1,").append(end).append(",1\n");
    }
    return text.toString();
  }

  private static double sum(Iterable<Double> shares) {
    double sum = 0;
    for (double share : shares) {
      sum += share;
    }
    return sum;
  }
}
