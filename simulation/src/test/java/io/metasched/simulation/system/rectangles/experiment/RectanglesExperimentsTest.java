package io.metasched.simulation.system.rectangles.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Claim.Finding;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.ReplicationRunner;
import io.metasched.simulation.study.SyntheticMeasurements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Experiments on element reservations: small runs, and claims evaluated on synthetic cells. */
final class RectanglesExperimentsTest {
  private static final List<Double> ACCEPTANCE =
      List.of(83.3, 82.1, 88.4, 88.2, 82.5, 85.6, 85.4); // acceptance at UMed 7, by policy
  private static final List<Double> SLOWDOWN = List.of(1.11, 1.34, 1.52, 1.53, 1.34, 1.55, 1.29);

  static List<Experiment> experiments() {
    return List.of(
        RectanglesExperiment.SIZE,
        RectanglesExperiment.LOAD,
        RectanglesExperiment.FLEXIBILITY,
        RectanglesExperiment.EXTENSIONS);
  }

  private static ObservedValues measured(Experiment experiment, int threads) {
    var cells = experiment.measures().stream().map(Measure::series).toList();
    var context = new ExperimentContext(List.of("jobs.count=100"), () -> 0);
    return new ReplicationRunner(7, 2, threads)
        .repeat(experiment.replicable(context), cells, done -> {});
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void twoThreadsMeasureWhatOneDoes(Experiment experiment) {
    var one = measured(experiment, 1);
    var two = measured(experiment, 2);

    assertThat(one.schedulesChecked()).isEqualTo(2 * 5 * 7).isEqualTo(two.schedulesChecked());
    for (var cell : one.series()) {
      assertThat(two.values(cell.row(), cell.column()))
          .describedAs(cell.toString())
          .isEqualTo(one.values(cell.row(), cell.column()))
          .doesNotContain(Double.NaN);
    }
  }

  @Test
  void allThreeFiguresHaveTheSameRequestsWhereTheyMeet() {
    var size = measured(RectanglesExperiment.SIZE, 1);
    var load = measured(RectanglesExperiment.LOAD, 1);
    var flexibility = measured(RectanglesExperiment.FLEXIBILITY, 1);

    for (var policy : PolicyPoints.POLICIES) {
      var expected = size.values(policy + " UMed 7", PolicyPoint.ACCEPTANCE);
      assertThat(load.values(policy + " af 1.0", PolicyPoint.ACCEPTANCE)).isEqualTo(expected);
      assertThat(flexibility.values(policy + " {3,3}", PolicyPoint.ACCEPTANCE)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource({"jobs.count=0, jobs.count", "nodes.count=3, nodes.count", "jobs.umed, key=value"})
  void aSettingThatNoScenarioAllowsIsRefused(String setting, String words) {
    var context = new ExperimentContext(List.of(setting), () -> 0);

    assertThatThrownBy(() -> RectanglesExperiment.SIZE.replicable(context))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(words);
  }

  /**
   * Returns cells whose first point has the values of the prototype; at each further point,
   * acceptance falls by {@code fall} and slowdown rises by {@code rise}.
   */
  private static SyntheticMeasurements prototype(
      Experiment experiment, List<String> points, int fall, double rise) {
    var table = SyntheticMeasurements.ones(experiment);
    for (int step = 0; step < points.size(); step++) {
      for (int i = 0; i < PolicyPoints.POLICIES.size(); i++) {
        var row = PolicyPoints.POLICIES.get(i) + " " + points.get(step);
        table.cell(row, PolicyPoint.ACCEPTANCE, ACCEPTANCE.get(i) - fall * step);
        table.cell(row, PolicyPoint.SLOWDOWN, SLOWDOWN.get(i) + rise * step);
        table.cell(row, PolicyPoint.WAIT, 100 * (SLOWDOWN.get(i) + rise * step));
      }
      for (var column : List.of("elements", "duration", "met")) {
        table.cell("requests " + points.get(step), column, step);
      }
    }
    return table;
  }

  private static List<String> broken(Experiment experiment, SyntheticMeasurements table) {
    return experiment.claims(table.measurements()).stream()
        .filter(claim -> claim.finding() == Finding.CONTRADICTED)
        .map(Claim::id)
        .toList();
  }

  @Test
  void theReferenceBearsAllSentencesOnSizeOutAndEachCanBeBroken() {
    var size = RectanglesExperiment.SIZE;
    var points = List.of("UMed 5", "UMed 6", "UMed 7", "UMed 8", "UMed 9");

    assertThat(broken(size, prototype(size, points, 5, 0.01))).isEmpty();
    assertThat(size.claims(prototype(size, points, 5, 0.01).measurements()))
        .hasSize(29)
        .allMatch(Claim::holds);

    var table = prototype(size, points, 5, 0.01);
    table.cell("duration-best UMed 6", PolicyPoint.ACCEPTANCE, 90);
    assertThat(broken(size, table))
        .contains("pe-worst-fit-best-acceptance", "pe-worst-near-duration-best");
    table = prototype(size, points, 5, 0.01).cell("pe-best UMed 9", PolicyPoint.ACCEPTANCE, 63.4);
    assertThat(broken(size, table))
        .contains("pe-best-near-duration-worst", "pe-best-below-first-fit");
    table = prototype(size, points, 5, 0.01).cell("pe-duration-best UMed 8", "acceptance", 68);
    assertThat(broken(size, table)).contains("pedu-pair-near", "all-others-above-first-fit");
    table = prototype(size, points, 5, 0.01).cell("ff UMed 5", PolicyPoint.SLOWDOWN, 1.4);
    assertThat(broken(size, table)).contains("first-fit-least-slowdown");
    assertThat(broken(size, prototype(size, points, -1, 0.01)))
        .containsExactly("acceptance-falls-with-size");
    assertThat(broken(size, prototype(size, points, 5, -0.01)))
        .containsExactly("slowdown-rises-with-size", "wait-rises-with-size");
  }

  @Test
  void acceptanceMustFallAndSlowdownRiseWithTheLoad() {
    var load = RectanglesExperiment.LOAD;
    var points = List.of("af 0.5", "af 0.75", "af 1.0", "af 1.25", "af 1.5");

    assertThat(load.claims(prototype(load, points, 3, 0.01).measurements()))
        .hasSize(11)
        .allMatch(Claim::holds);
    assertThat(broken(load, prototype(load, points, -1, 0.01)))
        .containsExactly("acceptance-falls-with-load");
    assertThat(broken(load, prototype(load, points, 3, -0.01)))
        .containsExactly("slowdown-rises-with-load", "wait-rises-with-load");
  }

  @Test
  void slowdownMustRiseWithFlexibility() {
    var flexibility = RectanglesExperiment.FLEXIBILITY;
    var points = List.of("{1,1}", "{2,2}", "{3,3}", "{4,4}", "{5,5}");

    // in the table, all policies gain equally at each step
    assertThat(broken(flexibility, prototype(flexibility, points, -2, 0.01)))
        .containsExactly(
            "other-policies-not-stable",
            "other-policies-least-stable-at-4-4",
            "pe-worst-lead-over-duration-best-grows");
    assertThat(broken(flexibility, prototype(flexibility, points, -2, 0.2)))
        .contains("slowdowns-of-figure-7-from-1-to-2");
    assertThat(broken(flexibility, prototype(flexibility, points, -2, -0.01)))
        .contains("slowdown-rises-with-flexibility", "wait-rises-with-flexibility");
  }

  @Test
  void theLogIsReadInFourParts(@TempDir Path folder) throws IOException {
    var lines = new StringBuilder("; MaxProcs: 1024\n");
    for (int part : List.of(1, 10_001, 130_001, 150_001)) {
      for (int i = 0; i < 30; i++) {
        lines.append(
            "%d %d -1 100 64 -1 -1 64 120 -1 1 1 1 -1 1 -1 -1 -1%n"
                .formatted(part + i, (part + i) * 10));
      }
    }
    var log = Files.writeString(folder.resolve("small.swf"), lines);
    var experiment = RectanglesExperiment.LOG;
    var cells = experiment.measures().stream().map(Measure::series).toList();
    var context = new ExperimentContext(List.of(), () -> 0, name -> log);

    var measured =
        new ReplicationRunner(7, 1, 1).repeat(experiment.replicable(context), cells, done -> {});

    assertThat(measured.schedulesChecked()).isEqualTo(4 * 7);
    assertThat(measured.mean("ff jobs 150001-160000", PolicyPoint.ACCEPTANCE))
        .isGreaterThan(0)
        .isLessThanOrEqualTo(100);
    assertThatThrownBy(() -> experiment.replicable(new ExperimentContext(List.of(), () -> 0)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(experiment.logs().get(0));
  }

  @Test
  void claimsOnTheLogAreThoseOnTheOrderOfThePolicies() {
    var log = RectanglesExperiment.LOG;
    var points =
        List.of("jobs 1-10000", "jobs 10001-20000", "jobs 130001-140000", "jobs 150001-160000");

    assertThat(log.claims(prototype(log, points, 1, 0).measurements())).allMatch(Claim::holds);
  }

  @Test
  void extensionsAreComparedByEachPolicy() {
    var extensions = RectanglesExperiment.EXTENSIONS;
    var table =
        prototype(
            extensions,
            List.of(
                "malleable",
                "standard",
                "speeds 1.25/0.75 malleable",
                "speeds 1.25/0.75",
                "speeds 1.5/0.5"),
            1,
            0);

    assertThat(extensions.claims(table.measurements())).hasSize(4).allMatch(Claim::holds);
    table.cell("ff malleable", PolicyPoint.ACCEPTANCE, 80);
    assertThat(broken(extensions, table)).containsExactly("malleable-raises-acceptance");
  }
}
