package io.metasched.simulation.system.cyclic.experiment;

import static io.metasched.simulation.system.cyclic.experiment.CalibrationSchedule.ALTERNATIVES;
import static io.metasched.simulation.system.cyclic.experiment.CalibrationSchedule.COST;
import static io.metasched.simulation.system.cyclic.experiment.CalibrationSchedule.PROC_TIME;
import static io.metasched.simulation.system.cyclic.experiment.CalibrationSchedule.REAL_PROC_TIME;
import static io.metasched.simulation.system.cyclic.experiment.CalibrationSchedule.SOLD;
import static io.metasched.simulation.system.cyclic.experiment.CalibrationSchedule.START;
import static io.metasched.simulation.system.cyclic.experiment.CalibrationSchedule.SUCCESS;

import io.metasched.simulation.system.cyclic.experiment.CalibrationSchedule.Batch;
import io.metasched.simulation.system.cyclic.experiment.CalibrationSchedule.Method;
import io.metasched.simulation.system.cyclic.experiment.CellSource.Input;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Mapping of each cell of {@link PaperCells} to the schedules that supply it under a set of
 * choices.
 *
 * <p>Real times of the batch-slicer and css equal the times of the schedule itself, because these
 * policies do not move jobs. Backfilling as scheduled is the cycle in which every job lasts as long
 * as reserved.
 */
record CellSources(ChoiceSet set) {
  private static final String MEDIUM = "medium";
  private static final int HORIZON = 600;
  private static final int ALL_JOBS = 20;
  private static final List<Integer> FIRST_JOBS = List.of(0, 5, 10, 15, ALL_JOBS);

  /** Returns the source of a cell. */
  CellSource of(PaperCell cell) {
    return switch (cell.part()) {
      case TABLE_1 -> table1(cell.series().row(), cell.series().column());
      case TABLE_2 ->
          table2(Integer.parseInt(cell.series().row().substring(2)), cell.series().column());
      case TABLE_3 -> table3(cell.series().row(), cell.series().column());
      case FIGURES -> sentence(cell.series().row(), cell.series().column());
    };
  }

  private CalibrationSchedule sliced(String level, String criteria, int slices) {
    var batch = Batch.of(level, set.mostVolume(), criteria);
    return new CalibrationSchedule(batch, Method.slicing(set, slices));
  }

  private CellSource table1(String row, String column) {
    if (row.equals("css")) {
      return CellSource.mean(sliced(MEDIUM, ChoiceSet.START, set.slices()), column);
    }
    var run = sliced(MEDIUM, ChoiceSet.OWN, set.slices());
    return CellSource.mean(run, CalibrationSchedule.of(row, column));
  }

  private CalibrationSchedule priced(int price) {
    var run = sliced(MEDIUM, set.criteria(), set.slices());
    return new CalibrationSchedule(run.batch().priced(set.performance(), price), run.method());
  }

  private CellSource table2(int price, String column) {
    var run = priced(price);
    if (column.equals(PaperCells.FAILURES)) {
      return CellSource.mean(run, SUCCESS);
    }
    double factor =
        switch (column) {
          case "U" -> 1.0 / HORIZON;
          case "P" -> price;
          default -> 1;
        };
    return CellSource.joint(List.of(new Input(run, SOLD)), means -> factor * means[0]);
  }

  private CellSource table3(String row, String column) {
    if (!row.equals(PaperCells.ADVANTAGE)) {
      var input = table3Input(row, column);
      return CellSource.mean(input.run(), input.column());
    }
    var inputs = List.of(table3Input("batch-slicer", column), table3Input("backfilling", column));
    // 1 minus the advantage, which is negative for starts
    return column.startsWith(START)
        ? CellSource.each(inputs, means -> 2 - means[1] / means[0])
        : CellSource.each(inputs, means -> means[0] / means[1]);
  }

  private Input table3Input(String row, String column) {
    boolean real = column.endsWith(".real");
    var quantity = column.startsWith(START) ? START : real ? REAL_PROC_TIME : PROC_TIME;
    return switch (row) {
      case "backfilling" -> new Input(backfilled(!real), quantity);
      case "css" -> new Input(sliced(MEDIUM, ChoiceSet.START, 1), quantity);
      default -> new Input(sliced(MEDIUM, set.criteria(), set.slices()), quantity);
    };
  }

  /**
   * Returns the schedule of backfilling, which takes the earliest windows regardless of the
   * criteria.
   */
  private CalibrationSchedule backfilled(boolean asEstimated) {
    var batch = Batch.of(MEDIUM, set.mostVolume(), ChoiceSet.OWN);
    return new CalibrationSchedule(asEstimated ? batch.estimated() : batch, Method.BACKFILLING);
  }

  private CellSource sentence(String row, String column) {
    var level = row.substring(row.lastIndexOf(' ') + 1);
    int five = CyclicSubBatches.SLICES.indexOf(5);
    return switch (column) {
      case PaperCells.OPTIMUM -> {
        var places = bestPlaces(level);
        yield CellSource.joint(
            bySlices(level, PROC_TIME), means -> least(means, places) / least(means));
      }
      case PaperCells.GAIN ->
          CellSource.joint(bySlices(level, PROC_TIME), means -> means[five] / means[0]);
      case PaperCells.SUCCESS ->
          CellSource.each(
              bySlices(level, SUCCESS), means -> Arrays.stream(means).average().orElseThrow());
      case PaperCells.COST_STEP -> atAllLevels(COST, true);
      case PaperCells.ALTERNATIVES_STEP -> atAllLevels(ALTERNATIVES, false);
      case PaperCells.SUCCESS_STEP -> atAllLevels(SUCCESS, true);
      case PaperCells.PEAK -> peak();
      case PaperCells.PROC_TIME_STEP ->
          CellSource.joint(byFirstJobs(PROC_TIME), means -> greatestStep(means, means.length));
      case PaperCells.START_STEP ->
          CellSource.joint(byFirstJobs(START), means -> leastStep(means, means.length));
      default -> throw new IllegalArgumentException("no source of " + row + " / " + column);
    };
  }

  /**
   * Returns the indices of the numbers of sub-batches at which the paper reports the least
   * processor time.
   */
  private static List<Integer> bestPlaces(String level) {
    var slices = CyclicSubBatches.SLICES;
    return switch (level) {
      case "low" -> List.of(slices.indexOf(20));
      case MEDIUM -> List.of(slices.indexOf(5));
      default -> List.of(slices.indexOf(1), slices.indexOf(2), slices.indexOf(3));
    };
  }

  private List<Input> bySlices(String level, String column) {
    return CyclicSubBatches.SLICES.stream()
        .map(slices -> new Input(sliced(level, set.criteria(), slices), column))
        .toList();
  }

  private CellSource atAllLevels(String column, boolean falls) {
    int count = CyclicSubBatches.SLICES.size();
    return new CellSource(
        CyclicSubBatches.LEVELS.stream().map(level -> bySlices(level, column)).toList(),
        falls ? means -> greatestStep(means, count) : means -> leastStep(means, count));
  }

  private CellSource peak() {
    int six = CyclicOwnerPrice.PUBLISHED_PRICES.indexOf(6);
    var inputs = new ArrayList<Input>();
    CyclicOwnerPrice.PUBLISHED_PRICES.forEach(price -> inputs.add(new Input(priced(price), SOLD)));
    return CellSource.each(
        inputs,
        means -> {
          double greatest = 0;
          for (int i = 0; i < means.length; i++) {
            greatest = Math.max(greatest, CyclicOwnerPrice.PUBLISHED_PRICES.get(i) * means[i]);
          }
          return greatest / (CyclicOwnerPrice.PUBLISHED_PRICES.get(six) * means[six]);
        });
  }

  private List<Input> byFirstJobs(String column) {
    var criteria = set.criteria();
    return FIRST_JOBS.stream()
        .map(
            first -> {
              if (first == 0) {
                return new Input(backfilled(true), column);
              }
              var batch = Batch.of(MEDIUM, set.mostVolume(), criteria);
              // jobs do not move if all are sliced, so real ends have no effect in this case
              return new Input(
                  new CalibrationSchedule(
                      first == ALL_JOBS ? batch : batch.estimated(),
                      Method.filling(set, first, ALL_JOBS)),
                  column);
            })
        .toList();
  }

  private static double least(double[] means) {
    return Arrays.stream(means).min().orElseThrow();
  }

  private static double least(double[] means, List<Integer> places) {
    return places.stream().mapToDouble(place -> means[place]).min().orElseThrow();
  }

  /** Returns the maximum ratio of a value to the previous one, within rows of {@code count}. */
  static double greatestStep(double[] means, int count) {
    double greatest = Double.NEGATIVE_INFINITY;
    for (int i = 1; i < means.length; i++) {
      greatest = i % count == 0 ? greatest : Math.max(greatest, means[i] / means[i - 1]);
    }
    return greatest;
  }

  /** Returns the minimum ratio of a value to the previous one, within rows of {@code count}. */
  static double leastStep(double[] means, int count) {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 1; i < means.length; i++) {
      least = i % count == 0 ? least : Math.min(least, means[i] / means[i - 1]);
    }
    return least;
  }
}
