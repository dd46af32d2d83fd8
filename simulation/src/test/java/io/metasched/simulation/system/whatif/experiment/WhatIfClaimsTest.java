package io.metasched.simulation.system.whatif.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Claim.Finding;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.SyntheticMeasurements;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Sentences on what-if placement: the values of the paper confirm each sentence, and other values
 * contradict it.
 */
final class WhatIfClaimsTest {
  private static List<String> broken(Experiment experiment, SyntheticMeasurements table) {
    return experiment.claims(table.measurements()).stream()
        .filter(claim -> claim.finding() == Finding.CONTRADICTED)
        .map(Claim::id)
        .toList();
  }

  private static SyntheticMeasurements published(Experiment experiment) {
    var table = SyntheticMeasurements.ones(experiment);
    for (var measure : experiment.measures()) {
      var cell = measure.series();
      measure.paper().ifPresent(paper -> table.cell(cell.row(), cell.column(), paper));
    }
    return table;
  }

  private static Finding finding(Experiment experiment, SyntheticMeasurements table, String id) {
    return experiment.claims(table.measurements()).stream()
        .filter(claim -> claim.id().equals(id))
        .map(Claim::finding)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void successIsJudgedByThePrintedPercents() {
    var experiment = new WhatIfSuccess();
    var table = published(experiment);

    for (var id :
        List.of(
            "whatif-grants-more-overall",
            "whatif-grants-more-when-tight",
            "success-of-whatif-97-percent",
            "success-of-load-80-percent",
            "tight-success-of-whatif-92-percent",
            "tight-success-of-load-38-percent",
            "load-grants-more-nowhere")) {
      assertThat(finding(experiment, table, id)).as(id).isEqualTo(Finding.HOLDS);
    }
    assertThat(broken(experiment, published(experiment).cell("what-if", "all 36", 79)))
        .contains("whatif-grants-more-overall", "success-of-whatif-97-percent");
    assertThat(broken(experiment, published(experiment).cell("load", "both up to 2 h", 93)))
        .contains("whatif-grants-more-when-tight", "tight-success-of-load-38-percent");
    assertThat(broken(experiment, published(experiment).cell("load BAT 4 h", "success.STW 5 h", 2)))
        .contains("load-grants-more-nowhere");
  }

  @Test
  void theMakespanIsBetterInMostCombinationsIfInMoreThanHalfOfThem() {
    var experiment = new WhatIfSuccess();
    var table = published(experiment);
    var id = "whatif-less-makespan-in-most-combinations";
    int better = 0;
    for (int lead : WindowPoint.LEADS) {
      for (int window : WindowPoint.WINDOWS) {
        if (better++ < 18) {
          table.cell("what-if BAT %d h".formatted(lead), "growth.STW %d h".formatted(window), 0.5);
        }
      }
    }

    assertThat(finding(experiment, table, id)).isEqualTo(Finding.CONTRADICTED);
    table.cell("what-if BAT 24 h", "growth.STW 30 h", 0.5);
    assertThat(finding(experiment, table, id)).isEqualTo(Finding.HOLDS);
    assertThat(finding(experiment, table, "makespan-grows-at-least-1-percent"))
        .isEqualTo(Finding.CONTRADICTED);
    assertThat(finding(experiment, table, "makespan-grows-at-most-8-percent"))
        .isEqualTo(Finding.HOLDS);
  }

  @Test
  void tableOneConfirmsTheSentenceOfThePaper() {
    var experiment = new WhatIfDelay();

    for (var id :
        List.of(
            "all-granted-at-30h-window",
            "more-delayed-with-lead-under-load",
            "fewer-delayed-up-to-4h",
            "less-added-wait-at-0h",
            "less-added-wait-at-2h",
            "less-added-wait-at-4h",
            "more-delayed-at-6h",
            "added-wait-similar-at-6h",
            "load-fewer-delayed-at-12h",
            "load-less-added-wait-at-12h",
            "delayed-equal-at-24h",
            "original-waits-equal-at-24h",
            "methods-equal-at-24h")) {
      assertThat(finding(experiment, tableOne(), id)).as(id).isEqualTo(Finding.HOLDS);
    }
    assertThat(broken(experiment, tableOne().with("load BAT 6 h", "success", 99, 99, 99, 99)))
        .contains("all-granted-at-30h-window");
    assertThat(broken(experiment, tableOne().cell("what-if BAT 0 h", "added-per-job-s", 5322)))
        .contains("less-added-wait-at-0h");
    assertThat(broken(experiment, tableOne().cell("load BAT 4 h", "delayed", 300)))
        .contains("fewer-delayed-up-to-4h");
    assertThat(broken(experiment, tableOne().cell("load BAT 24 h", "affected", 13200)))
        .contains("methods-equal-at-24h");
    assertThat(broken(experiment, tableOne().cell("load BAT 12 h", "delayed", 394)))
        .contains("load-fewer-delayed-at-12h");
  }

  /** Returns the values of table 1, with all requests granted. */
  private static SyntheticMeasurements tableOne() {
    var experiment = new WhatIfDelay();
    var table = published(experiment);
    for (var measure : experiment.measures()) {
      if (measure.series().column().equals("success")) {
        table.with(measure.series().row(), "success", 100, 100, 100, 100);
      }
      // so that differences of four jobs are exact
      if (measure.series().column().equals("delayed") && measure.paper().isPresent()) {
        double jobs = measure.paper().getAsDouble();
        table.with(measure.series().row(), "delayed", jobs, jobs, jobs, jobs);
      }
    }
    return table;
  }

  @Test
  void loadMatters() {
    var experiment = new WhatIfLoad();
    var table = published(experiment);
    table.column("success.fifth 4", List.of("load", "what-if"), 70, 93);
    table.column("success.fifth 3", List.of("load", "what-if"), 80, 94);
    table.column("success.fifth 2", List.of("load", "what-if"), 90, 95);
    table.column("success.fifth 1", List.of("load", "what-if"), 99, 96);
    table.column("highest of all", List.of("load", "what-if"), 58, 92);

    assertThat(experiment.claims(table.measurements())).hasSize(6).allMatch(Claim::holds);
    assertThat(broken(experiment, table.cell("what-if", "success.fifth 5", 57)))
        .containsExactly(
            "whatif-grants-more-at-high-load", "high-load-success-of-whatif-92-percent");
    assertThat(broken(experiment, published(experiment))).contains("load-grants-less-with-load");
  }

  @Test
  void aLimitCutsDelays() {
    var experiment = new WhatIfJobLimit();
    var table = SyntheticMeasurements.ones(experiment);
    for (var method : Methods.PAPER) {
      for (int lead : WindowPoint.LEADS) {
        for (var cut : List.of("exact", "up to 704", "up to 88")) {
          var row = "%s %s BAT %d h".formatted(method, cut, lead);
          table.cell(row, "added-h", 0.9).cell(row, "delayed", 0.9);
        }
      }
    }
    for (int lead : List.of(0, 2)) {
      table.cell("what-if-predicted BAT %d h".formatted(lead), "added-h", 0.8);
    }

    assertThat(experiment.claims(table.measurements())).hasSize(7).allMatch(Claim::holds);
    assertThat(broken(experiment, table.cell("load up to 704 BAT 24 h", "added-h", 1.1)))
        .containsExactly("cap-cuts-added-wait", "pattern-makes-large-fraction");
    table.cell("load up to 704 BAT 24 h", "added-h", 0.5);
    assertThat(broken(experiment, table.cell("what-if up to 88 BAT 2 h", "delayed", 1.1)))
        .containsExactly("cap-cuts-delayed-jobs");
    table.cell("what-if up to 88 BAT 2 h", "delayed", 0.5);
    table.cell("load exact BAT 6 h", "added-h", 1.1);
    assertThat(broken(experiment, table.cell("what-if-predicted BAT 2 h", "added-h", 1.1)))
        .containsExactly(
            "exact-estimates-cut-added-wait", "prediction-saves-added-wait-at-small-bat");
  }

  @Test
  void theRankingIsJudgedByWhatItGains() {
    var experiment = new WhatIfRanking();
    var table = SyntheticMeasurements.ones(experiment).cell("what-if", "equal plans", 93);
    for (int lead : List.of(0, 2, 12, 24)) {
      table.cell("what-if BAT %d h".formatted(lead), "added-h.STW 30 h", 0.9);
    }

    assertThat(experiment.claims(table.measurements())).hasSize(4).allMatch(Claim::holds);
    table.cell("what-if", "both up to 2 h", 1.6).cell("what-if", "equal plans", 89);
    table.cell("what-if BAT 2 h", "added-h.STW 30 h", 1.1);
    table.cell("what-if BAT 12 h", "added-h.STW 30 h", 1.1);
    assertThat(broken(experiment, table)).hasSize(4);
  }

  @Test
  void otherLogsHaveClaimsOfTheirOwn() {
    var experiment = new WhatIfOtherLogs();
    var table = SyntheticMeasurements.ones(experiment);
    for (var machine : List.of("SDSC-SP2", "HPC2N")) {
      for (int lead : List.of(0, 2)) {
        var end = " %s BAT %d h STW ".formatted(machine, lead);
        table.cell("load" + end + "2 h", "success", 0.5);
        table.cell("what-if" + end + "30 h", "added-h", 0.5);
      }
    }

    assertThat(experiment.claims(table.measurements())).hasSize(8).allMatch(Claim::holds);
    table.cell("first-free HPC2N BAT 0 h STW 2 h", "success", 3);
    table.cell("first-free HPC2N BAT 0 h STW 30 h", "added-h", 0.4);
    table.cell("load SDSC-SP2 BAT 2 h STW 2 h", "success", 2);
    table.cell("load SDSC-SP2 BAT 2 h STW 30 h", "added-h", 0.4);
    assertThat(broken(experiment, table))
        .containsExactly(
            "whatif-grants-more-on-sdsc-sp2",
            "less-added-wait-than-load-on-sdsc-sp2",
            "ranking-grants-no-more-on-hpc2n",
            "less-added-wait-than-first-free-on-hpc2n");
  }

  @Test
  void predictedPlansAreJudgedByTheirErrors() {
    var experiment = new WhatIfCalibration();
    var table = SyntheticMeasurements.ones(experiment);
    for (var point : WindowPoint.all(List.of())) {
      if (List.of(2, 30).contains(point.windowHours())) {
        table.cell("predicted " + point.label(), "makespan.error", 0.5);
        table.cell("predicted " + point.label(), "completion.error", 0.5);
      }
    }

    assertThat(experiment.claims(table.measurements())).hasSize(2).allMatch(Claim::holds);
    table.cell("predicted BAT 4 h STW 2 h", "makespan.error", 1.1);
    assertThat(broken(experiment, table)).containsExactly("predicted-makespans-are-nearer");
  }
}
