package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.simulation.study.JointMeans;
import io.metasched.simulation.study.ObservedValues;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;

/**
 * Source of a cell's value: the means of columns of schedules, and a function of them.
 *
 * @param groups the columns; each group is averaged over the cycles in which all its columns have a
 *     value
 * @param of function from the means, group by group, to the value; NaN if a required mean is
 *     missing
 */
record CellSource(List<List<Input>> groups, ToDoubleFunction<double[]> of) {

  /** Column of a schedule. */
  record Input(CalibrationSchedule run, String column) {}

  /** Returns a source whose value is a mean itself. */
  static CellSource mean(CalibrationSchedule run, String column) {
    return joint(List.of(new Input(run, column)), means -> means[0]);
  }

  /** Returns a source whose value is a function of means over the same cycles. */
  static CellSource joint(List<Input> inputs, ToDoubleFunction<double[]> of) {
    return new CellSource(List.of(inputs), of);
  }

  /**
   * Returns a source whose value is a function of the means of several schedules, each over its own
   * cycles.
   */
  static CellSource each(List<Input> inputs, ToDoubleFunction<double[]> of) {
    return new CellSource(inputs.stream().map(List::of).toList(), of);
  }

  /** Returns a function from an omitted replication to the value. */
  IntToDoubleFunction value(ObservedValues observed) {
    var joint = new ArrayList<JointMeans>();
    int count = 0;
    for (var group : groups) {
      var series = group.stream().map(input -> input.run().series(input.column())).toList();
      joint.add(new JointMeans(observed, series));
      count += group.size();
    }
    var means = new double[count];
    return without -> {
      int at = 0;
      for (var group : joint) {
        for (int one = 0; one < group.size(); one++) {
          means[at++] = group.mean(one, without);
        }
      }
      return of.applyAsDouble(means);
    };
  }
}
