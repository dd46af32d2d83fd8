package io.metasched.simulation.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.simulation.study.Claim.Finding;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Published sentences that are checked as inequalities between cells. */
final class InequalityTest {
  private static final List<Series> CELLS =
      List.of(
          new Series("k 1", "cost"),
          new Series("k 2", "cost"),
          new Series("k 3", "cost"),
          new Series("k 1", "time"),
          new Series("k 2", "time"));

  /** Returns costs of 10, 6 and 3 and times of 1 and 2, each with noise of about 0.1. */
  private static ObservedValues measured() {
    var values = new double[3][];
    for (int i = 0; i < values.length; i++) {
      double noise = 0.1 * (i - 1);
      values[i] = new double[] {10 + noise, 6 - noise, 3 + 2 * noise, 1 + noise, 2 - noise};
    }
    return ObservedValues.of(CELLS, values, 0);
  }

  private static Claim judged(boolean most, String... compare) {
    return new Sentence(
            "id", "1", "It is.", "", "", List.of("toy"), "", Arrays.asList(compare), most)
        .judge(measured());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "[k 2 | cost] < [k 1 | cost]                     # HOLDS",
        "[k 2|cost]<[k 1|cost]                           # HOLDS",
        "[k 1 | cost] < [k 2 | cost]                     # CONTRADICTED",
        "[k 2 | cost] < 0.7 * [k 1 | cost]               # HOLDS",
        "[k 2 | cost] < 0.5 * [k 1 | cost]               # CONTRADICTED",
        "[k 2 | cost] < 0.6 * [k 1 | cost]               # UNDECIDED",
        "[k 1 | cost] - [k 2 | cost] > 3                 # HOLDS",
        "[k 1 | cost] - [k 2 | cost] > 5                 # CONTRADICTED",
        "[k 1 | cost] + 2 * [k 2 | cost] - 1.5 < 22      # HOLDS",
        "[k 1 | cost] > [k 2 | cost] > [k 3 | cost] >= 0 # HOLDS",
        "[k 1 | cost] > [k 3 | cost] > [k 2 | cost]      # CONTRADICTED",
        "[k {2;3} | cost] < [k 1 | cost]                 # HOLDS",
        "[k {1;2} | cost] > [k {1;2} | time]             # HOLDS",
        "[k {1;2} | cost] < [k {2;3} | cost]             # CONTRADICTED",
        "[k * | cost] > [k * | time]                     # HOLDS",
        "[* | time] < 1.5                                # CONTRADICTED",
        "abs([k 3 | cost] - [k 2 | cost]) > 2            # HOLDS",
        "abs([k 2 | cost] - [k 3 | cost]) > 2            # HOLDS",
        "abs([k 3 | cost] - [k 2 | cost]) < 2 * abs([k 1 | cost] - [k 2 | cost]) # HOLDS",
        "[k 3 | cost] + abs([k 3 | cost] - 9) > 10       # CONTRADICTED",
        "[k 1 | cost] <= [k 1 | cost]                    # HOLDS",
        "[k 1 | cost] < [k 1 | cost]                     # CONTRADICTED"
      })
  void intervalsDecideASentence(String text, Finding finding) {
    assertThat(judged(false, text).finding()).isEqualTo(finding);
  }

  @Test
  void allOfSeveralMustHoldUnlessMostAreEnough() {
    var holds = "[k 2 | cost] < [k 1 | cost]";
    var fails = "[k 1 | cost] < [k 2 | cost]";
    var open = "[k 2 | cost] < 0.6 * [k 1 | cost]";

    assertThat(judged(false, holds, fails, holds).finding()).isEqualTo(Finding.CONTRADICTED);
    assertThat(judged(true, holds, fails, holds).finding()).isEqualTo(Finding.HOLDS);
    assertThat(judged(true, holds, fails).finding()).isEqualTo(Finding.CONTRADICTED);
    assertThat(judged(true, holds, open, fails).finding()).isEqualTo(Finding.UNDECIDED);
    assertThat(judged(true, holds, open, holds).finding()).isEqualTo(Finding.HOLDS);
    assertThat(judged(false, holds, open).finding()).isEqualTo(Finding.UNDECIDED);
  }

  @Test
  void undecidedComparisonsNameTheDecidingDifference() {
    assertThat(judged(false, "[k 2 | cost] < 0.6 * [k 1 | cost]").measured())
        .matches(
            "k 2 / cost 6.00, k 1 / cost 10.00: difference .* \\+- (.*), where one of more than \\1"
                + " would decide");
    assertThat(judged(false, "[k 2 | cost] < [k 1 | cost]").measured())
        .startsWith("k 2 / cost 6.00, k 1 / cost 10.00: difference -4.00 +- ")
        .doesNotContain("would decide");
  }

  @Test
  void oneReplicationHasNoInterval() {
    var one = ObservedValues.of(CELLS, new double[][] {{10, 6, 3, 1, 2}}, 0);
    var sentence =
        new Sentence(
            "id",
            "1",
            "It is.",
            "",
            "",
            List.of("toy"),
            "",
            List.of("[k 2 | cost] < [k 1 | cost]"),
            false);

    assertThat(sentence.judge(one).measured())
        .endsWith("difference -4.00 in one replication, which has no confidence interval");
  }

  @Test
  void aReplicationWithoutACellDecidesNothing() {
    var measured =
        ObservedValues.of(CELLS, new double[][] {{1, 2, Double.NaN, 1, 1}, {1, 2, 3, 1, 1}}, 0);

    assertThat(Inequality.read("[k 1 | cost] < [k 3 | cost]", CELLS).get(0).judge(measured))
        .extracting(Compared::finding)
        .isEqualTo(Finding.UNDECIDED);
    assertThat(Inequality.read("[k 1 | cost] < [k 2 | cost]", CELLS).get(0).judge(measured))
        .extracting(Compared::finding)
        .isEqualTo(Finding.HOLDS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[k 1 | cost]",
        "[k 1 | cost] < [k 4 | cost]",
        "[k * | cots] < 1",
        "[k 1 | cost] <",
        "[k 1 | cost] 3 < 1",
        "[k 1 cost] < 1",
        "+ [k 1 | cost] < 1",
        "[k 1 | cost] * 3 < 1",
        "[k 1 | cost] < 1e3",
        "abs([k 1 | cost] < 1",
        "abs() < 1",
        ""
      })
  void unreadableTextIsRefused(String text) {
    assertThatThrownBy(() -> Inequality.read(text, CELLS))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
