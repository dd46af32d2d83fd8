package io.metasched.simulation.system.whatif.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.ReplicationRunner;
import io.metasched.simulation.workload.trace.fixture.RecordedLogs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Experiments on what-if placement: small runs on generated jobs, and on a synthetic log. */
final class WhatIfExperimentsTest {
  /** Settings for five requests, one in each fifth of the time. */
  private static final List<String> SMALL =
      List.of(
          "jobs.source=synthetic",
          "jobs.count=50",
          "jobs.interarrival=900",
          "clusters=[{count = 1, processors = 96}]");

  static List<Arguments> experiments() {
    return List.of(
        Arguments.of(new WhatIfSuccess(), 36 * 3),
        Arguments.of(new WhatIfDelay(), 6 * 3),
        Arguments.of(new WhatIfLoad(), 36 * 3),
        Arguments.of(new WhatIfJobLimit(), 4 * 6 * 3),
        Arguments.of(new WhatIfRanking(), 36 * 2),
        Arguments.of(new WhatIfCalibration(), 12 * 2));
  }

  private static ObservedValues measured(Experiment experiment, int replications, int threads) {
    return measured(experiment, replications, threads, new ExperimentContext(SMALL, () -> 0));
  }

  private static ObservedValues measured(
      Experiment experiment, int replications, int threads, ExperimentContext context) {
    var cells = experiment.measures().stream().map(Measure::series).toList();
    return new ReplicationRunner(7, replications, threads)
        .repeat(experiment.replicable(context), cells, done -> {});
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void twoThreadsMeasureWhatOneDoes(Experiment experiment, int runs) {
    var one = measured(experiment, 2, 1);
    var two = measured(experiment, 2, 2);

    assertThat(one.schedulesChecked()).isEqualTo(2L * runs).isEqualTo(two.schedulesChecked());
    for (var cell : one.series()) {
      assertThat(two.values(cell.row(), cell.column()))
          .describedAs(cell.toString())
          .isEqualTo(one.values(cell.row(), cell.column()));
    }
    assertThat(experiment.claims(one)).allMatch(claim -> !claim.measured().isBlank());
  }

  @Test
  void allExperimentsHaveTheSameRequestsWhereTheyMeet() {
    var success = measured(new WhatIfSuccess(), 2, 1);
    var ranking = measured(new WhatIfRanking(), 2, 1);
    var delay = measured(new WhatIfDelay(), 2, 1);
    var limit = measured(new WhatIfJobLimit(), 2, 1);

    assertThat(ranking.values("what-if", "all 36")).isEqualTo(success.values("what-if", "all 36"));
    for (int lead : WindowPoint.LEADS) {
      var row = "what-if BAT %d h".formatted(lead);
      for (int window : WindowPoint.WINDOWS) {
        var column = "success.STW %d h".formatted(window);
        assertThat(ranking.values(row, column)).isEqualTo(success.values(row, column));
      }
      assertThat(delay.values(row, "success")).isEqualTo(success.values(row, "success.STW 30 h"));
      assertThat(delay.values(row, "growth")).isEqualTo(success.values(row, "growth.STW 30 h"));
      assertThat(delay.values(row, "added-h")).isEqualTo(ranking.values(row, "added-h.STW 30 h"));
      assertThat(limit.values(row, "added-h")).isEqualTo(delay.values(row, "added-h"));
      assertThat(delay.values(row, "until.day 14"))
          .containsExactly(delay.values(row, "added-h"), within(1e-9));
    }
  }

  @Test
  void theFifthsByLoadAreAllRequestsAndRiseInBacklog() {
    var success = measured(new WhatIfSuccess(), 1, 1);
    var load = measured(new WhatIfLoad(), 1, 1);

    for (var method : Methods.ALL) {
      double mean =
          IntStream.rangeClosed(1, 5)
              .mapToDouble(fifth -> load.mean(method, "success.fifth " + fifth))
              .average()
              .orElseThrow();
      assertThat(mean).isCloseTo(success.mean(method, "all 36"), within(1e-9));
      var backlogs =
          IntStream.rangeClosed(1, 5)
              .mapToObj(fifth -> load.mean(method, "backlog-h.fifth " + fifth))
              .toList();
      assertThat(backlogs).isSorted();
      assertThat(backlogs.get(4)).isGreaterThan(backlogs.get(0));
    }
  }

  @Test
  void theMeanOfTheTightCombinationsIsThatOfNine() {
    var measured = measured(new WhatIfSuccess(), 1, 1);
    double sum = 0;
    for (int lead : List.of(0, 2)) {
      for (int window : List.of(0, 1, 2)) {
        sum += measured.mean("load BAT %d h".formatted(lead), "success.STW %d h".formatted(window));
      }
    }
    assertThat(measured.mean("load", "both up to 2 h")).isCloseTo(sum / 6, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({"requests.block=0, requests.block", "elements=3, elements", "log.count, key=value"})
  void aSettingThatNoScenarioAllowsIsRefused(String setting, String words) {
    var context = new ExperimentContext(List.of(setting), () -> 0);

    assertThatThrownBy(() -> new WhatIfDelay().replicable(context))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(words);
  }

  @Test
  void aMissingLogIsNamed() {
    var none = new ExperimentContext(List.of(), () -> 0);

    for (var experiment : List.of(new WhatIfDelay(), new WhatIfOtherLogs())) {
      assertThatThrownBy(() -> experiment.replicable(none))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining(experiment.logs().get(0));
    }
  }

  /** Skipped if the log is absent. */
  @Test
  void theLogOfThePaperGrantsAllInWideWindows() {
    var context = new ExperimentContext(List.of(), () -> 0, RecordedLogs::find);
    var experiment = new WhatIfDelay();

    var measured = measured(experiment, 1, 1, context);

    assertThat(measured.mean("the jobs", "last submission, days")).isCloseTo(12.394, within(0.001));
    assertThat(measured.mean("the jobs", "submitted before 388800 s")).isZero();
    for (int lead : WindowPoint.LEADS) {
      var row = "load BAT %d h".formatted(lead);
      assertThat(measured.mean(row, "success")).isEqualTo(100);
      assertThat(measured.mean(row, "steps, where one ends, %")).isEqualTo(100);
    }
    assertThat(measured.mean("what-if BAT 0 h", "delayed")).isBetween(50.0, 600.0);
  }

  @Test
  void theLimitCutsTheLargeJobsOfALog(@TempDir Path folder) throws IOException {
    var log = log(folder);
    var context = new ExperimentContext(List.of(), () -> 0, name -> log);

    var measured = measured(new WhatIfJobLimit(), 1, 1, context);

    assertThat(measured.schedulesChecked()).isEqualTo(72);
    assertThat(measured.mean("load up to 88 BAT 24 h", "added-h"))
        .isLessThan(measured.mean("load BAT 24 h", "added-h"));
  }

  @Test
  void eachMachineHasItsLog(@TempDir Path folder) throws IOException {
    var log = log(folder);
    var context = new ExperimentContext(List.of(), () -> 0, name -> log);
    var experiment = new WhatIfOtherLogs();

    var measured = measured(experiment, 2, 1, context);

    assertThat(measured.schedulesChecked()).isEqualTo(2 * 12 * 3);
    assertThat(experiment.logs()).hasSize(2);
    assertThat(measured.mean("what-if SDSC-SP2 BAT 0 h STW 2 h", "success"))
        .isBetween(1.0, 99.9)
        .isGreaterThan(measured.mean("load SDSC-SP2 BAT 0 h STW 2 h", "success"));
    assertThat(measured.mean("first-free HPC2N BAT 0 h STW 2 h", "shift-h")).isBetween(0.01, 2.0);
    assertThat(measured.mean("load HPC2N BAT 0 h STW 30 h", "shift-h"))
        .isGreaterThan(measured.mean("first-free HPC2N BAT 0 h STW 30 h", "shift-h"));
    assertThat(experiment.claims(measured)).hasSize(8);
  }

  /**
   * Writes jobs of 1 to 1000 processors, each with an estimate of twice its run time, more than fit
   * at once.
   */
  private static Path log(Path folder) throws IOException {
    var lines = new StringBuilder("; MaxProcs: 1152\n");
    for (int i = 1; i <= 100; i++) {
      int run = 600 + 977 * i % 5000;
      lines.append(
          "%d %d -1 %d %d -1 -1 -1 %d -1 1 1 1 -1 1 -1 -1 -1%n"
              .formatted(i, i * 1500, run, 1 + 373 * i % 1000, 2 * run));
    }
    return Files.writeString(folder.resolve("small.swf"), lines);
  }
}
