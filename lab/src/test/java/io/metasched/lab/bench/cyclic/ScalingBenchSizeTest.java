package io.metasched.lab.bench.cyclic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.lab.bench.cyclic.ScalingBenchSize.Driver;
import io.metasched.lab.bench.cyclic.ScalingBenchSize.Setting;
import io.metasched.lab.bench.cyclic.ScalingBenchSize.Work;
import io.metasched.lab.bench.cyclic.ScalingRow.Spent;
import io.metasched.simulation.scenario.ScenarioFiles;
import io.metasched.simulation.system.Systems;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Measured sizes, and the comparison of their rows. */
final class ScalingBenchSizeTest {
  private static final Work WORK = new Work(3000, 30, 300);

  @Test
  void numbersOfJvmsAndWorksAreMeasuredOnceEach() {
    var size = size(List.of(4, 2, 2), false);

    assertThat(size.works()).containsExactly(WORK);
    assertThat(size.strong(WORK))
        .containsExactly(
            new Setting(Driver.CLUSTER, 2, WORK), new Setting(Driver.CLUSTER, 4, WORK));
  }

  @Test
  void oneJvmIsTheCallingOneByTheEngineAndThroughActors() {
    assertThat(size(List.of(1, 3), false).strong(WORK))
        .containsExactly(
            new Setting(Driver.ENGINE, 1, WORK),
            new Setting(Driver.ACTORS, 1, WORK),
            new Setting(Driver.CLUSTER, 3, WORK));
  }

  @Test
  void weakWorkGrowsWithTheJvmsUpToTheWhole() {
    assertThat(size(List.of(1, 3), false).weak(WORK))
        .extracting(setting -> setting.work())
        .containsExactly(new Work(1000, 10, 100), new Work(1000, 10, 100), WORK);
    assertThat(size(List.of(1, 3), true).weak(WORK)).isEmpty();
    assertThat(size(List.of(3), false).weak(WORK)).as("nothing grows").isEmpty();
  }

  @Test
  void noRowsAreComparedWithNone() {
    assertThat(ScalingComparison.of(WORK, List.of(), true)).isEmpty();
    assertThat(ScalingFigures.of("strong", List.of())).isEmpty();
  }

  @Test
  void theSameWorkIsComparedWithActorsInOneJvm() {
    var rows =
        List.of(row(Driver.ENGINE, 1, 2), row(Driver.ACTORS, 1, 6), row(Driver.CLUSTER, 3, 3));

    var compared = ScalingComparison.of(WORK, rows, true);

    assertThat(compared).extracting(c -> c.speedUp().orElseThrow()).containsExactly(3.0, 1.0, 2.0);
    assertThat(compared.get(0).efficiency()).isEmpty();
    assertThat(compared.get(2).efficiency().orElseThrow()).isCloseTo(2.0 / 3, within(1e-9));
    assertThat(compared.get(2).processorRatio()).hasValue(0.5);
  }

  @Test
  void workThatGrowsInTheSameTimeHasTheEfficiencyOfOne() {
    var rows = List.of(row(Driver.CLUSTER, 2, 5), row(Driver.CLUSTER, 4, 5));

    var compared = ScalingComparison.of(WORK, rows, false);

    assertThat(compared).extracting(c -> c.speedUp().orElseThrow()).containsExactly(1.0, 2.0);
    assertThat(compared).extracting(c -> c.efficiency().orElseThrow()).containsExactly(1.0, 1.0);
  }

  @Test
  void chartsHaveACurveForEachWorkAndTheIdealOne() {
    var compared =
        ScalingComparison.of(
            WORK, List.of(row(Driver.CLUSTER, 2, 5), row(Driver.CLUSTER, 4, 5)), true);

    var figures = ScalingFigures.of("strong", compared);

    assertThat(figures).hasSize(7);
    assertThat(figures.get(0).title()).isEqualTo("Strong: speed-up");
    assertThat(figures.get(0).curves())
        .extracting(curve -> curve.label())
        .containsExactly("3,000 nodes, 30 domains, 300 jobs", "linear speed-up");
    assertThat(figures.get(0).curves().get(1).points())
        .extracting(point -> point.y())
        .containsExactly(1.0, 2.0);
    assertThat(ScalingFigures.of("strong", compared.subList(0, 1))).as("no scaling").isEmpty();
  }

  @Test
  void placementsThatAreNotThoseOfTheEngineAreAFault() {
    var row = row(Driver.CLUSTER, 2, 5);

    assertThat(ScalingMeasure.difference(row, "0f")).isEmpty();
    assertThat(ScalingMeasure.difference(row, "0e"))
        .hasValueSatisfying(
            fault ->
                assertThat(fault)
                    .startsWith("3,000 nodes, 30 domains, 300 jobs, driver cluster, 2 JVMs: ")
                    .endsWith("digest 0f, not 0e"));
  }

  private static ScalingRow row(Driver driver, int jvms, double seconds) {
    return new ScalingRow(
        new Setting(driver, jvms, WORK),
        2,
        seconds,
        1,
        List.of(new Spent(seconds, 1 << 20, 0, 0)),
        "0f",
        0,
        Optional.empty());
  }

  private static ScalingBenchSize size(List<Integer> jvms, boolean strongAlone) {
    var text = new ScenarioFiles(Systems.SCENARIOS, Optional.empty()).named("default");
    return new ScalingBenchSize(text, "css", jvms, List.of(WORK, WORK), 1, 1, 1, strongAlone);
  }
}
