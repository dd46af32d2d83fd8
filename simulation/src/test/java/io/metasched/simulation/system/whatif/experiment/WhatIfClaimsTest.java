package io.metasched.simulation.system.whatif.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Claim.Finding;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.SyntheticMeasurements;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The claims on what-if placement: the paper's values bear them out, and each can be broken. */
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

  @Test
  void whatIfGrantsMore() {
    var experiment = new WhatIfSuccess();

    assertThat(experiment.claims(published(experiment).measurements()))
        .hasSize(3)
        .allMatch(Claim::holds);
    assertThat(broken(experiment, published(experiment).cell("what-if", "all 36", 79)))
        .containsExactly("whatif-grants-more-overall");
    assertThat(broken(experiment, published(experiment).cell("load", "both up to 2 h", 93)))
        .containsExactly("whatif-grants-more-when-tight");
    assertThat(broken(experiment, published(experiment).cell("load BAT 4 h", "success.STW 5 h", 2)))
        .containsExactly("load-grants-more-nowhere");
  }

  @Test
  void tableOneBearsTheClaimsOnDelaysOut() {
    var experiment = new WhatIfDelay();

    assertThat(broken(experiment, exact())).isEmpty();
    assertThat(broken(experiment, exact().with("load BAT 6 h", "success", 100, 99.5, 100, 100)))
        .containsExactly("all-granted-at-30h-window");
    assertThat(broken(experiment, exact().cell("what-if BAT 0 h", "added-h", 421)))
        .containsExactly("less-added-wait-at-0h");
    assertThat(broken(experiment, exact().cell("what-if BAT 2 h", "added-h", 895)))
        .containsExactly("less-added-wait-at-2h");
    assertThat(broken(experiment, exact().cell("what-if BAT 4 h", "added-h", 971)))
        .containsExactly("less-added-wait-at-4h");
    assertThat(broken(experiment, exact().cell("load BAT 4 h", "delayed", 300)))
        .containsExactly("fewer-delayed-up-to-4h");
    assertThat(broken(experiment, exact().cell("load BAT 24 h", "added-h", 1530)))
        .containsExactly("methods-equal-at-24h");
    assertThat(broken(experiment, exact().cell("load BAT 24 h", "added-h", 1100)))
        .containsExactly("methods-equal-at-24h");
    assertThat(broken(experiment, exact().cell("load BAT 2 h", "growth", 8.1)))
        .containsExactly("makespan-grows-at-most-8-percent");
  }

  /** The values of table 1, all requests granted. */
  private static SyntheticMeasurements exact() {
    var experiment = new WhatIfDelay();
    var table = published(experiment);
    for (var measure : experiment.measures()) {
      if (measure.series().column().equals("success")) {
        table.with(measure.series().row(), "success", 100, 100, 100, 100);
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

    assertThat(experiment.claims(table.measurements())).hasSize(2).allMatch(Claim::holds);
    assertThat(broken(experiment, table.cell("what-if", "success.fifth 5", 57)))
        .containsExactly("whatif-grants-more-at-high-load");
    assertThat(broken(experiment, published(experiment)))
        .containsExactly("load-grants-less-with-load");
  }

  @Test
  void aLimitCutsDelays() {
    var experiment = new WhatIfJobLimit();
    var table = SyntheticMeasurements.ones(experiment);
    for (var method : Methods.PAPER) {
      table.cell(method + " up to 704 BAT 24 h", "added-h", 0.59);
      for (int lead : WindowPoint.LEADS) {
        table.cell("%s exact BAT %d h".formatted(method, lead), "added-h", 0.9);
      }
    }
    for (int lead : List.of(0, 2)) {
      table.cell("what-if-predicted BAT %d h".formatted(lead), "added-h", 0.8);
    }

    assertThat(experiment.claims(table.measurements())).hasSize(4).allMatch(Claim::holds);
    assertThat(broken(experiment, table.cell("load up to 704 BAT 24 h", "added-h", 0.61)))
        .containsExactly("cap-cuts-added-wait-at-24h");
    table.cell("load up to 704 BAT 24 h", "added-h", 0.5);
    assertThat(broken(experiment, table.cell("what-if up to 704 BAT 2 h", "added-h", 1.1)))
        .containsExactly("cap-never-adds-wait");
    table.cell("what-if up to 704 BAT 2 h", "added-h", 0.5);
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
  void plansAreJudgedByHalf() {
    var experiment = new WhatIfCalibration();
    var table = SyntheticMeasurements.ones(experiment);
    for (var point : WindowPoint.all(List.of())) {
      if (List.of(2, 30).contains(point.windowHours())) {
        table.cell(point.label(), "makespan.mean", 0.55).cell(point.label(), "real work", 0.45);
        table.cell("predicted " + point.label(), "makespan.error", 0.5);
        table.cell("predicted " + point.label(), "completion.error", 0.5);
      }
    }

    assertThat(experiment.claims(table.measurements())).hasSize(5).allMatch(Claim::holds);
    table.cell("BAT 4 h STW 2 h", "makespan.mean", 0.61);
    table.cell("predicted BAT 4 h STW 2 h", "makespan.error", 1.1);
    table.cell("predicted BAT 4 h STW 2 h", "completion.error", 1.1);
    table.cell("BAT 4 h STW 2 h", "real work", 0.39);
    table.cell("BAT 4 h STW 30 h", "makespan.beyond plan", 11);
    assertThat(broken(experiment, table)).hasSize(5);
  }
}
