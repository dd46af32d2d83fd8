package io.metasched.simulation.system.cyclic.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.fixture.RunText;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Measures of a run whose rows were made by hand. Its 3 nodes have 603 time units in total. */
final class RunMeasuresTest {
  private static final Offset<Double> EXACTLY = within(1e-9);

  private final CyclicRun run = RunText.small().read();

  @Test
  void eachVirtualOrganizationIsMeasuredByItself() {
    var organizations = VoGroup.of(run);

    assertThat(organizations.keySet()).containsExactly(0, 1);
    assertThat(figures(organizations.get(0)))
        .containsExactly(7, 3, (10 + 5 + 130) / 3.0, 198 / 3.0, 745, 81 / 603.0);
    assertThat(figures(organizations.get(1))).containsExactly(1, 1, 60, 70, 85, 10 / 603.0);
    assertThat(VoGroup.jainIndex(run))
        .isCloseTo((81 + 10) * (81 + 10) / (2.0 * (81 * 81 + 10 * 10)), EXACTLY);
  }

  private static double[] figures(VoGroup vo) {
    var jobs = vo.jobs();
    return new double[] {
      jobs.submitted(),
      jobs.finished(),
      jobs.meanStart(),
      jobs.meanFinish(),
      vo.spent(),
      vo.nodeTimeShare()
    };
  }

  @Test
  void anOrganizationThatHasAllTheTimeIsNotFair() {
    var alone = RunText.small().drop("placements.csv", "1/8").read();

    assertThat(VoGroup.jainIndex(alone)).isCloseTo(0.5, EXACTLY);
  }

  @Test
  void equalSharesAreFairAndNoSharesAreNeither() {
    var equal = RunText.small().with("placements.csv", placements("2,3,5,15", "1/8,3,120,130"));
    var none = RunText.small().with("placements.csv", placements());

    assertThat(VoGroup.jainIndex(equal.read())).isCloseTo(1, EXACTLY);
    assertThat(VoGroup.jainIndex(none.read())).isNaN();
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
    var course = TimeCourse.of(RunText.small().header("end", "130.001").read());

    assertThat(course.binTicks()).isEqualTo(1084);
    assertThat(course.used()).hasSize(120);
    assertThat(course.used().get(119)).isBetween(0.3, 0.34); // job 8 of organization 1
  }

  @Test
  void aRunThatEndedAtOnceHasNoCourse() {
    var course = TimeCourse.of(RunText.small().header("end", "0").read());

    assertThat(course.used()).isEmpty();
    assertThat(course.incomeMilli()).isEmpty();
  }

  @Test
  void usersHaveTheirMoneyJobsAndProcessorTimeAndTheBusiestIsFirst() {
    assertThat(UserSpending.of(run))
        .containsExactly(
            new UserSpending(0, 1_200_000, 490_000, 255_000, 5, 3, 1, 85_000),
            new UserSpending(1, 1_200_000, 670_000, 75_000, 3, 1, 0, 20_000));
    assertThat(UserSpending.of(run).get(1).balanceMilli()).isEqualTo(605_000);
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
