package io.metasched.simulation.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.system.cyclic.metric.ComparedJob;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.fixture.RunText;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Comparison of runs made by hand, in which the jobs 1, 2, 3 and 1/8 finish. */
final class RunComparisonTest {
  private final CyclicRun run = RunText.small().read();

  @Test
  void aRunDoesNotDifferFromItself() {
    var same = compared(run, run);

    assertThat(same.differences())
        .extracting(RunComparison.MeasureDifference::measure)
        .containsExactly(
            "start", "runtime", "finish", "cost", "procTime", "procTimeReal", "alternatives");
    for (var one : same.differences()) {
      assertThat(one.difference().change().mean()).isZero();
      assertThat(one.difference().change().ci95()).isZero();
      assertThat(one.difference().first()).isPositive().isEqualTo(one.difference().second());
      assertThat(one.difference().excludesZero()).isFalse();
    }
    assertThat(same.common()).isEqualTo(8);
    assertThat(of(same, "start").change().count()).isEqualTo(4);
    assertThat(same.first())
        .isEqualTo(
            new RunComparison.Side(
                run.title(),
                8,
                0,
                new TreeMap<>(Map.of("finished", 4, "refused", 1, "withdrawn", 2, "waiting", 1))));
    assertThat(same.otherwiseDiffering()).isEmpty();
  }

  @Test
  void theMeansAreThoseOfTheJobs() {
    var same = compared(run, run);

    assertThat(of(same, "start").first()).isEqualTo((10 + 5 + 130 + 60) / 4.0);
    assertThat(of(same, "runtime").first()).isEqualTo((20 + 20 + 13 + 10) / 4.0);
    assertThat(of(same, "finish").first()).isEqualTo((30 + 25 + 143 + 70) / 4.0);
    assertThat(of(same, "cost").first()).isEqualTo((170 + 170 + 75 + 85) / 4.0);
    assertThat(of(same, "procTime").first()).isEqualTo((60 + 20 + 15 + 10) / 4.0);
    assertThat(of(same, "procTimeReal").first()).isEqualTo((30 + 20 + 13 + 10) / 4.0);
    assertThat(of(same, "alternatives").first()).isEqualTo((4 + 3 + 2 + 1) / 4.0);
  }

  @Test
  void aShiftIsFoundWithItsInterval() {
    var text = RunText.small();
    text.set("placements.csv", "1,2,10", "start", "12")
        .set("placements.csv", "1,1,10", "start", "12");

    var shifted = compared(run, text.read());

    // differences 2, 0, 0, 0: mean 0.5, standard error 0.5, t(3) = 3.182446
    var start = of(shifted, "start");
    assertThat(start.change().mean()).isEqualTo(0.5);
    assertThat(start.change().ci95()).isCloseTo(0.5 * 3.182446, within(1e-6));
    assertThat(start.change().count()).isEqualTo(4);
    assertThat(start.excludesZero()).isFalse();
    assertThat(of(shifted, "runtime").change().mean()).isEqualTo(-0.5);
    assertThat(of(shifted, "finish").change().mean()).isZero();
    assertThat(of(compared(text.read(), run), "start").change().mean()).isEqualTo(-0.5);
  }

  @Test
  void jobsThatFinishInOneRunOnlyCountAndNothingMore() {
    var text = RunText.small().set("jobs.csv", "2,", "outcome", "waiting");

    var comparison = compared(run, text.read());

    assertThat(comparison.first().outcomes()).containsEntry("finished", 4);
    assertThat(comparison.second().outcomes())
        .containsEntry("finished", 3)
        .containsEntry("waiting", 2);
    assertThat(of(comparison, "start").change().count()).isEqualTo(3);
    assertThat(of(comparison, "start").first()).isEqualTo((10 + 130 + 60) / 3.0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2,   | submit | 1        | job 2 has submit 0 in the first and 1 in the second
          3,   | nodes  | 2        | job 3 has nodes 1 in the first and 2 in the second
          1/8, | work   | 40.001   | job 1/8 has work 40 of VOLUME in the first and 40.001 of VOLUME in
          1,   | basis  | duration | job 1 has work 40 of VOLUME in the first and 40 of DURATION in
          4,   | job    | 44       | job 4, submitted at 60, is only in the first
          """)
  void otherJobsAreNotComparable(String row, String column, String value, String message) {
    var other = RunText.small().set("jobs.csv", row, column, value).read();

    assertThatThrownBy(() -> compared(run, other))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("not comparable: " + message);
  }

  @Test
  void aRunThatEndedEarlyHasNotSeenTheLastJobs() {
    var early = RunText.small().drop("jobs.csv", "7,").drop("jobs.csv", "6,").read();

    var comparison = compared(run, early);

    assertThat(comparison.common()).isEqualTo(6);
    assertThat(comparison.first().onlyHere()).isEqualTo(2);
    assertThat(comparison.second().onlyHere()).isZero();
    assertThat(compared(early, run).second().onlyHere()).isEqualTo(2);
  }

  @Test
  void runsWithoutACommonJobAreNotComparable() {
    var none = RunText.small();
    var names = none.file("jobs.csv").lines().findFirst().orElseThrow() + "\n";
    none.with("jobs.csv", names).with("placements.csv", placementNames(none));

    assertThatThrownBy(() -> compared(run, none.read()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("no job in common");
  }

  private static String placementNames(RunText text) {
    return text.file("placements.csv").lines().findFirst().orElseThrow() + "\n";
  }

  @Test
  void otherRequestsAreComparedAndNamed() {
    var other =
        RunText.small()
            .set("jobs.csv", "2,", "criterion", "start")
            .set("jobs.csv", "3,", "costLimit", "81");

    assertThat(compared(run, other.read()).otherwiseDiffering())
        .containsExactlyInAnyOrder("criterion", "costLimit");
  }

  private static RunComparison compared(CyclicRun first, CyclicRun second) {
    return RunComparison.of(ComparedJob.ALL, first, second);
  }

  private static Difference of(RunComparison comparison, String measure) {
    return comparison.differences().stream()
        .filter(one -> one.measure().equals(measure))
        .findFirst()
        .orElseThrow()
        .difference();
  }
}
