package io.metasched.simulation.system.cyclic.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.resource.model.Criterion;
import io.metasched.simulation.study.Claim.Finding;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.ReplicationRunner;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.study.SyntheticMeasurements;
import io.metasched.simulation.system.cyclic.experiment.PaperCell.Part;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CyclicCalibrationTest {
  private static final ChoiceSet OTHER = new ChoiceSet("i", 10, "none", "start", 6, 560);
  private static final List<ChoiceSet> TWO = List.of(ChoiceSet.DEFAULT, OTHER);

  private static ObservedValues observed(Experiment experiment, int replications) {
    return new ReplicationRunner(OneReplication.SEED, replications, 1)
        .repeat(experiment.replicable(OneReplication.CONTEXT), experiment.observed(), done -> {});
  }

  @Test
  void theGridHasEachSetOnceAmongThemTheDefaultAndBothCalibratedSets() {
    assertThat(ChoiceSet.all()).hasSize(163).doesNotHaveDuplicates();
    assertThat(ChoiceSet.all()).contains(ChoiceSet.DEFAULT, ChoiceSet.SET_A);
    assertThat(ChoiceSet.all()).extracting(ChoiceSet::label).doesNotHaveDuplicates();
    assertThat(ChoiceSet.DEFAULT.label()).isEqualTo("b*=ii k=5 cap=14 by=own r=7");
    assertThat(ChoiceSet.SET_A.label()).isEqualTo("b*=i k=10 cap=14 by=own r=7 V=570");
  }

  @Test
  void setsShareTheirSchedules() {
    var one = new CalibrationSchedules(List.of(ChoiceSet.DEFAULT), PaperCells.all());
    var node6 = new ChoiceSet("ii", 5, "14", ChoiceSet.OWN, 6, 560);
    var both = new CalibrationSchedules(List.of(ChoiceSet.DEFAULT, node6), PaperCells.all());

    // seven slicings at three levels, two rows of css, two rows of backfilling, three mixtures,
    // five prices
    assertThat(one.size()).isEqualTo(21 + 2 + 2 + 3 + 5);
    assertThat(both.size()).isEqualTo(one.size() + 5);
    assertThat(one.series()).doesNotHaveDuplicates();
  }

  @Test
  void theCellsOfASetAreThoseOfItsSchedules() {
    var experiment = new CyclicCalibration(TWO);
    var cells = experiment.cells(observed(experiment, 1));
    var text = OneReplication.CONTEXT.environment(ScenarioReader.SCHEMA, "cyclic-batch-medium");
    var sliced =
        OneReplication.run(OneReplication.cycle(text), BatchCycle.published(text, "batch-slicer"));
    var cost =
        sliced.jobs().stream().filter(row -> row.job().criterion() == Criterion.COST).toList();

    assertThat(OneReplication.value(cells, "table 1: cost cost", "cells.default"))
        .isCloseTo(OneReplication.mean(sliced, cost, OneReplication::cost), within(1e-6));
    assertThat(OneReplication.value(cells, "table 3: batch-slicer procTime.real", "cells.default"))
        .isCloseTo(
            OneReplication.mean(sliced, sliced.jobs(), OneReplication::realProcTime), within(1e-6));
    var backfilled =
        OneReplication.run(
            OneReplication.cycle(BatchCycle.asEstimated(text)),
            BatchCycle.published(text, "backfilling"));
    double later = OneReplication.mean(sliced, sliced.jobs(), OneReplication::start);
    double first = OneReplication.mean(backfilled, backfilled.jobs(), OneReplication::start);
    assertThat(OneReplication.value(cells, "table 3: backfilling start.scheduled", "cells.default"))
        .isCloseTo(first, within(1e-6));
    assertThat(
            OneReplication.value(cells, "table 3: advantage 1-start.scheduled", "ratios.default"))
        .isCloseTo(1 + (later - first) / later, within(1e-6));
    var instance = OneReplication.cycle(text).instance();
    var priced =
        OneReplication.run(
            OneReplication.cycle(CyclicOwnerPrice.priced(instance, 0, 2)),
            BatchCycle.published(text, "batch-slicer"));
    double sold = 0;
    for (var part : priced.placements()) {
      sold += part.node() == 0 ? (part.end() - part.start()) / 1000.0 : 0;
    }
    assertThat(OneReplication.value(cells, "table 2: c=2 P", "cells.default"))
        .isCloseTo(2 * sold, within(1e-6));
  }

  @Test
  void sentencesAreRatiosOfCells() {
    assertThat(sentence("figure 7 low", "optimum", 9, 8, 7, 6, 5, 6, 7.5)).isEqualTo(1.5);
    assertThat(sentence("figure 7 medium", "optimum", 9, 8, 7, 6, 5, 6, 7)).isEqualTo(1.2);
    assertThat(sentence("figure 7 high", "optimum", 9, 8, 7, 6, 5, 6, 7)).isEqualTo(1.4);
    assertThat(sentence("figure 7 high", "optimum", 9, 4, 7, 6, 5, 6, 7)).isEqualTo(1);
    assertThat(sentence("figure 7 medium", "gain", 8, 8, 7, 6, 5, 6, 7)).isEqualTo(0.75);
    assertThat(sentence("figure 7 medium", "success", 1, 1, 1, 1, 1, 1, 0.3)).isEqualTo(0.9);
    assertThat(sentence("figure 8", "peak", 250, 200, 100, 90, 70)).isEqualTo(800.0 / 600);
    assertThat(sentence("figure 9", "procTime step", 5, 4, 6, 5, 4)).isEqualTo(1.5);
    assertThat(sentence("figure 9", "start step", 50, 60, 30, 40, 80)).isEqualTo(0.5);
  }

  private static double sentence(String row, String column, double... means) {
    return new CellSources(ChoiceSet.DEFAULT)
        .of(PaperCell.of(Part.FIGURES, new Series(row, column), 1))
        .of()
        .applyAsDouble(means);
  }

  @Test
  void theWorstStepIsWithinOneLevel() {
    var means = new double[] {9, 6, 3, 8, 6, 3};

    assertThat(CellSources.greatestStep(means, 3)).isEqualTo(0.75);
    assertThat(CellSources.leastStep(means, 3)).isEqualTo(0.5);
    assertThat(CellSources.greatestStep(means, 6)).isEqualTo(8.0 / 3);
  }

  @Test
  void distancesFollowFromTheCells() {
    var experiment = new CyclicCalibration(TWO);
    var observed = observed(experiment, 1);
    var cells = experiment.cells(observed);
    var paper = PaperCells.all();

    var ours = new double[paper.size()];
    for (int i = 0; i < ours.length; i++) {
      var column = CyclicCalibration.column(paper.get(i), "default");
      ours[i] = OneReplication.value(cells, CyclicCalibration.row(paper.get(i)), column);
    }
    var distance = PaperDistance.of(paper, ours);

    var row = ChoiceSet.DEFAULT.label();
    assertThat(OneReplication.value(cells, row, "distance"))
        .isCloseTo(distance.all(), within(1e-9));
    assertThat(OneReplication.value(cells, row, "table 2"))
        .isCloseTo(distance.part(Part.TABLE_2), within(1e-9));
    assertThat(OneReplication.value(cells, row, "distance"))
        .isNotEqualTo(OneReplication.value(cells, OTHER.label(), "distance"));
    var least =
        Math.min(
            OneReplication.value(cells, row, "distance"),
            OneReplication.value(cells, OTHER.label(), "distance"));
    assertThat(
            Math.min(
                OneReplication.value(cells, "least with k=5", "distance"),
                OneReplication.value(cells, "least with k=10", "distance")))
        .isEqualTo(least);
  }

  @Test
  void everyCellIsDerivedInTheOrderOfTheMeasures() {
    var experiment = new CyclicCalibration(TWO);
    var cells = experiment.cells(observed(experiment, 3));

    assertThat(cells.series())
        .isEqualTo(experiment.measures().stream().map(Measure::series).toList())
        .doesNotHaveDuplicates();
    assertThat(cells.replications()).isEqualTo(3);
    assertThat(cells.schedulesChecked())
        .isEqualTo(3L * new CalibrationSchedules(TWO, PaperCells.all()).size());
    assertThat(cells.estimate(OTHER.label(), "distance").count()).isEqualTo(3);
  }

  @Test
  void theDefaultIsNearestOnlyWhereNoSetIsNearer() {
    var row = ChoiceSet.DEFAULT.label();
    var id = "default-is-nearest";
    var measured = SyntheticMeasurements.ones(new CyclicCalibration());
    var noisy = SyntheticMeasurements.ones(new CyclicCalibration());

    assertThat(measured.cell(row, "distance", 0.9).claim(id).finding()).isEqualTo(Finding.HOLDS);
    assertThat(measured.cell(row, "distance", 1.1).claim(id).finding())
        .isEqualTo(Finding.CONTRADICTED);
    assertThat(noisy.with(row, "distance", 0.5, 1.8, 0.6, 1.4).claim(id).finding())
        .isEqualTo(Finding.UNDECIDED);
  }

  @Test
  void anOptionIsNearestWhereItsBestSetIs() {
    var measured =
        SyntheticMeasurements.ones(new CyclicCalibration())
            .cell("least with cap=14", "distance", 0.2)
            .cell("least with k=5", "distance", 1.2);

    assertThat(measured.claim("nearest-with-cap-14").finding()).isEqualTo(Finding.HOLDS);
    assertThat(measured.claim("nearest-with-k-5").finding()).isEqualTo(Finding.CONTRADICTED);
  }
}
