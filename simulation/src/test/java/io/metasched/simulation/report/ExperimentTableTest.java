package io.metasched.simulation.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.experiment.fixture.ToyExperiment;
import io.metasched.simulation.study.Estimate;
import io.metasched.simulation.study.ExperimentResult;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.MeasuredCell;
import io.metasched.simulation.system.Experiments;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The printed table of an experiment. */
final class ExperimentTableTest {
  private static final int WIDTH = 150;

  @Test
  void oursStandsBesideThePapersValueAndItsVerdict() {
    assertThat(ExperimentTable.of(new ToyExperiment().result(5)).lines().limit(14).toList())
        .containsExactly(
            "toy: Shows toy.",
            "no paper; 5 replications, seed -9223372036854775808; 5 schedules passed the check",
            "",
            "As published:",
            "            cost  paper             share  paper  never  paper",
            " 1  12.00 +-1.96  12.5 =  0.0010 +-0.0000  -          -  7 !",
            " 2  20.00 +-0.00  -20 ~   0.4000 +-0.6801  0.5 !      -  -",
            "",
            "Columns exact.* (the default searches and choice):",
            "              cost",
            " 1   8.000 +-1.963",
            " 2  -0.667 +-0.654",
            "",
            "Of the paper's 4 values: 1 within (=), 2 outside (!), 1 order-only (~)");
  }

  @Test
  void claimsHoldOrNotAndLongOnesTakeSeveralLines() {
    var text = ExperimentTable.of(new ToyExperiment().result(5));

    assertThat(text)
        .contains(
            "2 sentences: holds 1, contradicted 1, undecided 0\n",
            "\nholds        right\n      One is first.\n")
        .contains("\ncontradicted wrong\n      Two is as long");
    assertThat(text.lines()).allMatch(line -> line.length() < WIDTH);
  }

  @Test
  void oneReplicationHasNoIntervals() {
    assertThat(ExperimentTable.of(new ToyExperiment().result(1)))
        .contains(" 1  10.00  12.5 !")
        .doesNotContain("+-", "NaN");
  }

  @Test
  void columnsOfOneTableHaveOnePrefix() {
    var names = List.of("cost", "exact.cost", "f=0.5", "0.25", "other.time", "exact.time", "U");

    var groups = Pivot.of(names.stream().map(ExperimentTableTest::cell).toList()).groups();

    assertThat(groups).extracting(Pivot.Group::prefix).containsExactly("", "exact.", "other.");
    assertThat(groups.get(0).columns())
        .extracting(Pivot.Column::label)
        .containsExactly("cost", "f=0.5", "0.25", "U");
  }

  @Test
  void theLayoutOfEveryExperimentIsNarrowEnough() {
    for (var experiment : Experiments.all()) {
      var cells =
          experiment.measures().stream()
              .map(
                  measure ->
                      new MeasuredCell(measure, new Estimate(1234.5678, 12.345, 1000), false))
              .toList();
      var toy = new ToyExperiment().result(2);
      var result =
          new ExperimentResult(
              experiment.profile(),
              1,
              toy.measurements(),
              cells,
              List.of(),
              List.of(),
              List.of(),
              Optional.empty());

      assertThat(ExperimentTable.of(result).lines())
          .as(experiment.profile().name())
          .allMatch(line -> line.length() < WIDTH);
    }
  }

  @Test
  void sharesAreInPercentAndTheToleranceIsInTheLegend() {
    var share = Measure.published("advantage", "time", 0.275, 0.1);
    var cells = List.of(new MeasuredCell(share, new Estimate(0.2351, 0.0192, 10), true));
    var toy = new ToyExperiment().result(2);

    var text =
        ExperimentTable.of(
            new ExperimentResult(
                toy.profile(),
                1,
                toy.measurements(),
                cells,
                List.of(),
                List.of(),
                List.of(),
                Optional.empty()));

    assertThat(text)
        .contains(" advantage  23.5 +-1.9 %  27.5 % !")
        .contains("Tolerance: 10 % of the paper's value");
  }

  @Test
  void theDifferencesOfPoliciesAreATable() {
    assertThat(ExperimentTable.of(new ToyExperiment().result(5)))
        .contains("Difference from 1, paired by replication: mean, its 95 % interval")
        .contains("+8.00 +-4.97 (+66.7 %) *");
  }

  @Test
  void aWideTableIsCutIntoSeveral() {
    var cells =
        IntStream.range(0, 30)
            .mapToObj(at -> Measure.ours("row", "column" + at))
            .map(measure -> new MeasuredCell(measure, new Estimate(1234.5678, 12.345, 1000), false))
            .toList();
    var toy = new ToyExperiment().result(2);

    var text =
        ExperimentTable.of(
            new ExperimentResult(
                toy.profile(),
                1,
                toy.measurements(),
                cells,
                List.of(),
                List.of(),
                List.of(),
                Optional.empty()));

    assertThat(text.lines()).allMatch(line -> line.length() < WIDTH);
    assertThat(text).contains(" column0", "column29");
    assertThat(text.lines().filter(line -> line.startsWith(" row "))).hasSize(4);
  }

  private static MeasuredCell cell(String column) {
    return new MeasuredCell(Measure.ours("row", column), new Estimate(1, 0, 2), false);
  }
}
