package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.simulation.study.JointMeans;
import io.metasched.simulation.study.ObservedValues;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;

/**
 * Where the value of a cell comes from: the means of columns of schedules, and what is made of
 * them.
 *
 * @param groups the columns; each group is a mean over the cycles in which all of it have a value
 * @param of the value, from the means group by group; NaN where one that it needs is none
 */
record CellSource(List<List<Input>> groups, ToDoubleFunction<double[]> of) {

  /** A column of a schedule. */
  record Input(CalibrationSchedule run, String column) {}

  /** A mean itself. */
  static CellSource mean(CalibrationSchedule run, String column) {
    return joint(List.of(new Input(run, column)), means -> means[0]);
  }

  /** What is made of means over the same cycles. */
  static CellSource joint(List<Input> inputs, ToDoubleFunction<double[]> of) {
    return new CellSource(List.of(inputs), of);
  }

  /** What is made of the means of several schedules, each over its own cycles. */
  static CellSource each(List<Input> inputs, ToDoubleFunction<double[]> of) {
    return new CellSource(inputs.stream().map(List::of).toList(), of);
  }

  /** The value by the replication that is left out. */
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
