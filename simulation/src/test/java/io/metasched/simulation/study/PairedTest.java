package io.metasched.simulation.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.study.Claim.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Findings on comparisons of cells. */
final class PairedTest {
  private static final Series ONE = new Series("one", "F");
  private static final Series OTHER = new Series("other", "F");

  /** The other row has the value 10 in each of three replications. */
  @ParameterizedTest
  @CsvSource({
    "7, 7.1, 7.2,  HOLDS",
    "12, 12, 12.1, CONTRADICTED",
    "8, 10, 12.5,  UNDECIDED",
    "10, 10, 10,   CONTRADICTED"
  })
  void anIntervalThatHoldsZeroDecidesNothingUnlessAllIsEqual(
      double first, double second, double third, Finding less) {
    var measured =
        ObservedValues.of(
            List.of(ONE, OTHER), new double[][] {{first, 10}, {second, 10}, {third, 10}}, 0);

    assertThat(finding(new Paired(measured).less(ONE, OTHER))).isEqualTo(less);
  }

  @ParameterizedTest
  @CsvSource({
    "10.1, 10.2, 10.3, HOLDS",
    "9.9, 9.8, 9.7,    HOLDS",
    "11, 11, 11.1,     CONTRADICTED",
    "9, 9, 8.9,        CONTRADICTED",
    "10.1, 10.5, 10.9, UNDECIDED"
  })
  void cellsAreNearIfTheIntervalIsWithinTheLimit(
      double first, double second, double third, Finding near) {
    var measured =
        ObservedValues.of(
            List.of(ONE, OTHER), new double[][] {{first, 10}, {second, 10}, {third, 10}}, 0);

    assertThat(finding(new Paired(measured).near(ONE, OTHER, 0.5))).isEqualTo(near);
    assertThat(finding(new Paired(measured).near(OTHER, ONE, 0.5))).isEqualTo(near);
  }

  @Test
  void ofManyComparisonsTheClosestIsGiven() {
    var far = new Series("far", "F");
    var measured =
        ObservedValues.of(List.of(ONE, OTHER, far), new double[][] {{7, 10, 90}, {7.1, 10, 90}}, 0);

    var holds = new Paired(measured).less(ONE, far).less(ONE, OTHER).less(ONE, far);
    var fails = new Paired(measured).less(ONE, far).less(far, OTHER).less(OTHER, far);

    assertThat(finding(holds.less(OTHER, far))).isEqualTo(Finding.HOLDS);
    assertThat(holds.claim("id", "text").measured())
        .startsWith(
            "4 of 4 comparisons hold, 0 are contradicted; the closest that holds: one / F 7.05,"
                + " other / F 10.00");
    assertThat(finding(fails.less(ONE, OTHER))).isEqualTo(Finding.CONTRADICTED);
    assertThat(fails.claim("id", "text").measured())
        .startsWith(
            "3 of 4 comparisons hold, 1 are contradicted; the closest that is contradicted: far / F"
                + " 90.00, other / F 10.00");
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

    assertThat(claim.finding()).isEqualTo(Finding.CONTRADICTED);
    assertThat(claim.measured())
        .startsWith("one / F 7.05, other / F 10.00: difference -2.95 +- ")
        .contains("; other / F 10.00, one / F 7.05: difference 2.95 +- ");
  }

  @ParameterizedTest
  @EnumSource(Finding.class)
  void allMustBeTrueAndOneFalseIsEnough(Finding other) {
    assertThat(Finding.HOLDS.and(other)).isEqualTo(other);
    assertThat(other.and(Finding.HOLDS)).isEqualTo(other);
    assertThat(Finding.CONTRADICTED.and(other)).isEqualTo(Finding.CONTRADICTED);
    assertThat(other.and(Finding.CONTRADICTED)).isEqualTo(Finding.CONTRADICTED);
    assertThat(Finding.UNDECIDED.and(Finding.UNDECIDED)).isEqualTo(Finding.UNDECIDED);
  }

  private static Finding finding(Paired paired) {
    return paired.claim("id", "text").finding();
  }
}
