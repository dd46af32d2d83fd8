package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.simulation.study.ComparedCells;
import io.metasched.simulation.study.ComparedCells.Cell;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.study.config.ExperimentInfo;
import io.metasched.simulation.system.cyclic.experiment.PaperCell.Part;
import java.util.ArrayList;
import java.util.List;

/**
 * Calibration of the settings that the cyclic scheduling paper does not specify: finds the single
 * set of choices that explains most of its tables 1 to 3 and figures 7 to 9 together. {@link
 * PaperDistance} and {@link PaperCells} define the distance.
 *
 * <p>All sets of a grid have the same cycles; a schedule that several of them need is computed
 * once. The distance is not a mean over cycles, so its intervals are computed by the jackknife.
 * Rows that begin with «least» are about the set of least distance among the sets with one option;
 * that set is selected by the same cycles.
 */
public final class CyclicCalibration implements Experiment {
  static final String DISTANCE = "distance";
  private static final String OF_DEFAULT = "default";
  private static final String OF_LEAST = "least";
  private static final double TOLERANCE = 0.1;

  private final List<ChoiceSet> sets;
  private final List<PaperCell> cells = PaperCells.all();

  /** Creates the calibration over all sets of the grid. */
  public CyclicCalibration() {
    this(ChoiceSet.all());
  }

  /** Creates the calibration over some sets, among them the default. */
  CyclicCalibration(List<ChoiceSet> sets) {
    this.sets = List.copyOf(sets);
  }

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("cyclic-calibration");
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    options().forEach(option -> ours(least(option), measures));
    sets.forEach(set -> ours(set.label(), measures));
    for (var column : List.of(OF_DEFAULT, OF_LEAST)) {
      cells.forEach(cell -> measures.add(measure(cell, column)));
    }
    return measures;
  }

  private static void ours(String row, List<Measure> to) {
    columns().forEach(column -> to.add(Measure.ours(row, column)));
  }

  private static Measure measure(PaperCell cell, String whose) {
    if (cell.least() < cell.most()) {
      return Measure.ours(row(cell), column(cell, whose));
    }
    return Measure.published(row(cell), column(cell, whose), cell.least(), TOLERANCE);
  }

  /** Returns the column of a cell's value: numbers near 1 are separate from times and costs. */
  static String column(PaperCell cell, String whose) {
    boolean ratio =
        cell.part() == Part.FIGURES
            || PaperCells.isShare(cell.series())
            || cell.series().column().equals("U");
    return (ratio ? "ratios." : "cells.") + whose;
  }

  /** Returns the row of a cell of the paper. */
  static String row(PaperCell cell) {
    var series = cell.series();
    var column = PaperCells.isShare(series) ? "1-" + series.column() : series.column();
    return cell.part() == Part.FIGURES
        ? series.row() + " " + column
        : "%s: %s %s".formatted(cell.part().label(), series.row(), column);
  }

  private static List<String> columns() {
    var columns = new ArrayList<>(List.of(DISTANCE));
    for (var part : Part.values()) {
      columns.add(part.label());
    }
    return columns;
  }

  /** Returns all options of the sets, choice by choice. */
  private List<String> options() {
    return ChoiceSet.optionsByChoice().stream()
        .flatMap(List::stream)
        .filter(option -> sets.stream().anyMatch(set -> set.options().contains(option)))
        .toList();
  }

  private static String least(String option) {
    return "least with " + option;
  }

  @Override
  public List<Series> observed() {
    return runs().series();
  }

  private CalibrationSchedules runs() {
    return new CalibrationSchedules(sets, cells);
  }

  @Override
  public List<String> policies() {
    return options();
  }

  /**
   * Returns the options of each choice; each option is compared by the distance of the nearest set
   * that contains it.
   */
  @Override
  public List<ComparedCells> compared() {
    var compared = new ArrayList<ComparedCells>();
    for (var choice : ChoiceSet.optionsByChoice()) {
      var cells =
          choice.stream()
              .filter(options()::contains)
              .map(option -> new Cell(option, new Series(least(option), DISTANCE)))
              .toList();
      if (!cells.isEmpty()) {
        compared.add(new ComparedCells("", DISTANCE, cells));
      }
    }
    return compared;
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    return runs().replicable(context);
  }

  @Override
  public ObservedValues cells(ObservedValues observed) {
    var distances = new DistanceTable(cells, observed);
    sets.forEach(distances::add);
    for (var option : options()) {
      distances.addLeast(least(option), sets.stream().filter(s -> s.options().contains(option)));
    }
    distances.addCells(OF_DEFAULT, ChoiceSet.DEFAULT);
    distances.addCells(OF_LEAST, distances.least(sets.stream()));
    return distances.values(measures().stream().map(Measure::series).toList());
  }

  @Override
  public List<Figure> figures() {
    var options = options();
    return List.of(
        figure("Distance of the nearest set with an option", "option", options, List.of(DISTANCE)),
        figure("Distance of its parts", "option", options, columns().subList(1, 5)));
  }

  private static Figure figure(
      String title, String xLabel, List<String> options, List<String> columns) {
    var curves =
        columns.stream()
            .map(column -> Curve.of(column, options, option -> new Series(least(option), column)))
            .toList();
    return new Figure(title, xLabel, "root mean square of |ln(ours / paper)|", Kind.BARS, curves);
  }
}
