package io.metasched.simulation.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.study.Claim.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What comparisons of cells are decided by. */
final class PairedTest {
  private static final Series ONE = new Series("one", "F");
  private static final Series OTHER = new Series("other", "F");

  /** The other is 10 in each of three replications, so that differences are those of the values. */
  @ParameterizedTest
  @CsvSource({
    "7, 7.1, 7.2, TRUE,      TRUE",
    "12, 12, 12.1, FALSE,     FALSE",
    "8, 10, 12.5, UNDECIDED, TRUE",
    "10, 10, 10,  FALSE,     TRUE"
  })
  void anIntervalThatHoldsZeroLeavesLessOpenAndDoesNotContradictNotMore(
      double first, double second, double third, Finding less, Finding notMore) {
    var measured =
        ObservedValues.of(
            List.of(ONE, OTHER), new double[][] {{first, 10}, {second, 10}, {third, 10}}, 0);

    assertThat(finding(new Paired(measured).less(ONE, OTHER))).isEqualTo(less);
    assertThat(finding(new Paired(measured).notMore(ONE, OTHER))).isEqualTo(notMore);
  }

  @ParameterizedTest
  @CsvSource({
    "10.1, 10.2, 10.3, TRUE",
    "9.9, 9.8, 9.7,    TRUE",
    "11, 11, 11.1,     FALSE",
    "9, 9, 8.9,        FALSE",
    "10.1, 10.5, 10.9, UNDECIDED"
  })
  void cellsAreNearWhereTheIntervalSaysSo(double first, double second, double third, Finding near) {
    var measured =
        ObservedValues.of(
            List.of(ONE, OTHER), new double[][] {{first, 10}, {second, 10}, {third, 10}}, 0);

    assertThat(finding(new Paired(measured).near(ONE, OTHER, 0.5))).isEqualTo(near);
    assertThat(finding(new Paired(measured).near(OTHER, ONE, 0.5))).isEqualTo(near);
  }

  @ParameterizedTest
  @CsvSource({
    "5.7, 5.7, 5.6,    TRUE,      FALSE",
    "6.3, 6.4, 6.3,    FALSE,     FALSE",
    "5.9, 6, 6.2,      UNDECIDED, FALSE",
    "8.9, 9.0, 8.9,    FALSE,     TRUE",
    "11.2, 11.1, 11.2, FALSE,     TRUE",
    "11.8, 11.9, 11.8, FALSE,     FALSE",
    "8.4, 8.5, 8.7,    FALSE,     UNDECIDED"
  })
  void sharesOfTheOtherAreComparedAsItsValuesAre(
      double first, double second, double third, Finding less, Finding near) {
    var measured =
        ObservedValues.of(
            List.of(ONE, OTHER), new double[][] {{first, 10}, {second, 10}, {third, 10}}, 0);

    assertThat(finding(new Paired(measured).lessThanShare(ONE, 0.6, OTHER))).isEqualTo(less);
    assertThat(finding(new Paired(measured).nearShare(ONE, OTHER, 0.15))).isEqualTo(near);
  }

  @Test
  void ofManyComparisonsTheClosestIsGiven() {
    var far = new Series("far", "F");
    var measured =
        ObservedValues.of(List.of(ONE, OTHER, far), new double[][] {{7, 10, 90}, {7.1, 10, 90}}, 0);

    var holds = new Paired(measured).less(ONE, far).less(ONE, OTHER).closest("id", "text");
    var fails = new Paired(measured).less(ONE, far).less(far, OTHER).closest("id", "text");

    assertThat(holds.finding()).isEqualTo(Finding.TRUE);
    assertThat(holds.measured())
        .startsWith("2 of 2 comparisons are true, the closest: one / F 7.05, other / F 10.00");
    assertThat(fails.finding()).isEqualTo(Finding.FALSE);
    assertThat(fails.measured())
        .startsWith("1 of 2 comparisons are FALSE, the closest: far / F 90.00, other / F 10.00");
  }

  @Test
  void oneReplicationDecidesNothing() {
    var measured = ObservedValues.of(List.of(ONE, OTHER), new double[][] {{7, 10}}, 0);

    assertThat(finding(new Paired(measured).less(ONE, OTHER))).isEqualTo(Finding.UNDECIDED);
    assertThat(finding(new Paired(measured).near(ONE, OTHER, 5))).isEqualTo(Finding.UNDECIDED);
  }

  @Test
  void theFiguresOfAllComparisonsAreGiven() {
    var measured = ObservedValues.of(List.of(ONE, OTHER), new double[][] {{7, 10}, {7.1, 10}}, 0);

    var claim = new Paired(measured).less(ONE, OTHER).less(OTHER, ONE).claim("id", "text");

    assertThat(claim.finding()).isEqualTo(Finding.FALSE);
    assertThat(claim.measured())
        .startsWith("one / F 7.05, other / F 10.00, differing by -2.95 +- ")
        .contains("; other / F 10.00, one / F 7.05, differing by 2.95 +- ");
  }

  @ParameterizedTest
  @EnumSource(Finding.class)
  void allMustBeTrueAndOneFalseIsEnough(Finding other) {
    assertThat(Finding.TRUE.and(other)).isEqualTo(other);
    assertThat(other.and(Finding.TRUE)).isEqualTo(other);
    assertThat(Finding.FALSE.and(other)).isEqualTo(Finding.FALSE);
    assertThat(other.and(Finding.FALSE)).isEqualTo(Finding.FALSE);
    assertThat(Finding.UNDECIDED.and(Finding.UNDECIDED)).isEqualTo(Finding.UNDECIDED);
  }

  private static Finding finding(Paired paired) {
    return paired.claim("id", "text").finding();
  }
}
