package io.metasched.simulation.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.experiment.fixture.ToyExperiment;
import io.metasched.simulation.study.ComparedCells.Cell;
import io.metasched.simulation.system.Experiments;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Policies that are found in the names of rows and compared in pairs of replications. */
final class ComparedCellsTest {

  @Test
  void aPolicyIsTheWholeRowOrItsFirstOrItsLastWords() {
    var groups =
        ComparedCells.byPolicies(
            List.of("load", "what-if", "load fast"),
            List.of(
                cell("what-if BAT 2 h"),
                cell("load BAT 2 h"),
                cell("load fast BAT 2 h"),
                cell("8 x 64 load"),
                cell("log: what-if"),
                cell("load"),
                cell("bound")));

    assertThat(groups)
        .extracting(ComparedCells::condition)
        .containsExactly("BAT 2 h", "8 x 64", "log", "");
    assertThat(groups.get(0).cells())
        .extracting(Cell::policy)
        .containsExactly("load", "what-if", "load fast");
    assertThat(groups.get(0).of("what-if").orElseThrow().series())
        .isEqualTo(new Series("what-if BAT 2 h", "wait"));
  }

  private static Measure cell(String row) {
    return Measure.ours(row, "wait");
  }

  @Test
  void differencesAreThoseOfPairsInWhichBothHaveAValue() {
    var differences = new ToyExperiment().result(5).differences();

    // costs 10, 12, 14, compared with 20 in replications 0, 2, 4: the differences are 10, 8, 6
    var cost = differences.get(0);
    assertThat(cost.policy()).isEqualTo("2");
    assertThat(cost.than()).isEqualTo("1");
    assertThat(cost.column()).isEqualTo("cost");
    assertThat(cost.difference().change().count()).isEqualTo(3);
    assertThat(cost.difference().change().mean()).isEqualTo(8);
    assertThat(cost.difference().change().ci95())
        .isCloseTo(4.302653 * 2 / Math.sqrt(3), within(1e-5));
    assertThat(cost.difference().relative()).isCloseTo(8 / 12.0, within(1e-12));
  }

  @Test
  void everyExperimentThatHasPoliciesComparesThem() {
    for (var experiment : Experiments.all()) {
      var name = experiment.profile().name();
      boolean isOfOne = List.of("broker-table", "broker-delivery").contains(name);
      var series = experiment.measures().stream().map(Measure::series).toList();
      var compared = experiment.compared();

      assertThat(compared.stream().anyMatch(group -> group.cells().size() > 1))
          .as(name)
          .isEqualTo(!isOfOne);
      assertThat(series)
          .as(name)
          .containsAll(
              compared.stream().flatMap(g -> g.cells().stream()).map(Cell::series).toList());
    }
  }
}
