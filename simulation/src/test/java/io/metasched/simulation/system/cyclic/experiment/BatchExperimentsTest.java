package io.metasched.simulation.system.cyclic.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.ReplicationRunner;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.system.Experiments;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks common to every experiment on a batch. */
final class BatchExperimentsTest {
  private static final ExperimentContext CONTEXT = new ExperimentContext(List.of(), () -> 0);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cyclic-user-preferences",
        "cyclic-sub-batches",
        "cyclic-owner-price",
        "cyclic-bsf",
        "cyclic-consistency"
      })
  void everyCellHasItsOwnSeriesAndEveryFigureShowsCells(String name) {
    var experiment = Experiments.named(name);

    var cells = experiment.measures().stream().map(Measure::series).toList();

    assertThat(cells).doesNotHaveDuplicates();
    for (var figure : experiment.figures()) {
      assertThat(figure.curves()).isNotEmpty();
      figure.curves().forEach(c -> c.points().forEach(p -> assertThat(cells).contains(p.series())));
    }
    assertThat(experiment.measures())
        .filteredOn(measure -> measure.series().column().startsWith(Experiment.EXACT))
        .isNotEmpty()
        .allMatch(measure -> measure.paper().isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cyclic-user-preferences",
        "cyclic-owner-price",
        "cyclic-bsf",
        "cyclic-consistency"
      })
  void threeThreadsMeasureWhatOneDoes(String name) {
    var experiment = Experiments.named(name);

    var one = measured(experiment, 1);
    var three = measured(experiment, 3);

    assertThat(one.schedulesChecked()).isPositive().isEqualTo(three.schedulesChecked());
    for (var cell : one.series()) {
      assertThat(values(three, cell)).describedAs(cell.toString()).isEqualTo(values(one, cell));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cyclic-user-preferences",
        "cyclic-owner-price",
        "cyclic-bsf",
        "cyclic-consistency"
      })
  void everyCellIsMeasured(String name) {
    var measured = measured(Experiments.named(name), 2);

    for (var cell : measured.series()) {
      assertThat(measured.estimate(cell.row(), cell.column()).count())
          .describedAs(cell.toString())
          .isPositive();
    }
  }

  private static double[] values(ObservedValues measured, Series cell) {
    return measured.values(cell.row(), cell.column());
  }

  private static ObservedValues measured(Experiment experiment, int threads) {
    var cells = experiment.measures().stream().map(Measure::series).toList();
    return new ReplicationRunner(7, 3, threads)
        .repeat(experiment.replicable(CONTEXT), cells, done -> {});
  }
}
