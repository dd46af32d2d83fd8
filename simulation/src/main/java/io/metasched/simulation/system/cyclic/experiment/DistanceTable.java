package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.simulation.study.Estimate;
import io.metasched.simulation.study.Jackknife;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.system.cyclic.experiment.PaperCell.Part;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Distances between the paper and each set of choices, as pseudo-values by replication. Confined to
 * one thread.
 */
final class DistanceTable {
  private final List<PaperCell> cells;
  private final ObservedValues observed;
  private final Map<String, Map<String, double[]>> pseudoValues = new TreeMap<>(); // row, column

  /**
   * @param observed all series that the sources of the cells need
   */
  DistanceTable(List<PaperCell> cells, ObservedValues observed) {
    this.cells = cells;
    this.observed = observed;
  }

  private List<IntToDoubleFunction> sources(ChoiceSet set) {
    var sources = new CellSources(set);
    return cells.stream().map(cell -> sources.of(cell).value(observed)).toList();
  }

  /** Adds the row of a set. */
  void add(ChoiceSet set) {
    var sources = sources(set);
    int count = observed.replications();
    var without = new PaperDistance[count + 1]; // the last element: with all replications
    for (int left = Jackknife.NONE; left < count; left++) {
      int leftOut = left;
      var ours = sources.stream().mapToDouble(source -> source.applyAsDouble(leftOut)).toArray();
      without[left == Jackknife.NONE ? count : left] = PaperDistance.of(cells, ours);
    }
    put(set.label(), CyclicCalibration.DISTANCE, without, PaperDistance::all);
    for (var part : Part.values()) {
      put(set.label(), part.label(), without, distance -> distance.part(part));
    }
  }

  private void put(
      String row, String column, PaperDistance[] without, ToDoubleFunction<PaperDistance> of) {
    int count = observed.replications();
    put(
        row,
        column,
        Jackknife.pseudoValues(
            count, left -> of.applyAsDouble(without[left == Jackknife.NONE ? count : left])));
  }

  private void put(String row, String column, double[] values) {
    pseudoValues.computeIfAbsent(row, name -> new TreeMap<>()).put(column, values);
  }

  /**
   * Returns the set of least distance; the first one if there are several. All sets must have been
   * added.
   */
  ChoiceSet least(Stream<ChoiceSet> among) {
    return among
        .reduce((one, other) -> distance(other) < distance(one) ? other : one)
        .orElseThrow();
  }

  private double distance(ChoiceSet set) {
    return Estimate.of(pseudoValues(new Series(set.label(), CyclicCalibration.DISTANCE))).mean();
  }

  private Map<String, double[]> row(String label) {
    return pseudoValues.getOrDefault(label, new TreeMap<>());
  }

  private double[] pseudoValues(Series series) {
    var values = row(series.row()).get(series.column());
    if (values == null) {
      throw new IllegalArgumentException(series + " was not added");
    }
    return values;
  }

  /** Adds a row with the values of the set of least distance. */
  void addLeast(String label, Stream<ChoiceSet> among) {
    pseudoValues.put(label, row(least(among).label()));
  }

  /** Adds the columns with the values of a set in the paper's cells. */
  void addCells(String whose, ChoiceSet set) {
    var sources = sources(set);
    for (int i = 0; i < cells.size(); i++) {
      put(
          CyclicCalibration.row(cells.get(i)),
          CyclicCalibration.column(cells.get(i), whose),
          Jackknife.pseudoValues(observed.replications(), sources.get(i)));
    }
  }

  /** Returns all rows, in the order of {@code series}. */
  ObservedValues values(List<Series> series) {
    var values = new double[observed.replications()][series.size()];
    for (int at = 0; at < series.size(); at++) {
      var of = pseudoValues(series.get(at));
      for (int i = 0; i < values.length; i++) {
        values[i][at] = of[i];
      }
    }
    return ObservedValues.of(series, values, observed.schedulesChecked());
  }
}
