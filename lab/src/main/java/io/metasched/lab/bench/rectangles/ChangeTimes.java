package io.metasched.lab.bench.rectangles;

import io.metasched.lab.bench.Measurements;
import io.metasched.lab.bench.rectangles.RectanglesBenchRow.Costs;
import io.metasched.metascheduler.program.Quantiles;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/**
 * Times of the operations of changes, one after the other. Percentiles are wall-clock times; means
 * and ratios are processor times of this thread, which other programs do not prolong.
 */
final class ChangeTimes {
  private static final double MICROS = 1e6;
  private static final double MEDIAN = 50;
  private static final double MOST = 99;

  private final Histogram delete = new Histogram(3);
  private final Histogram find = new Histogram(3);
  private final List<Double> finds = new ArrayList<>();
  private final Histogram add = new Histogram(3);
  private final List<Sum> sums = new ArrayList<>(List.of(new Sum(0, 0)));
  private double findSeconds;
  private double seconds;
  private double processorSeconds;
  private long nanos;

  /** Cumulative processor time of the first changes. */
  private record Sum(double findSeconds, double seconds) {}

  /** Starts the measurement of an operation. */
  void begin() {
    processorSeconds = Measurements.processorSeconds();
    nanos = System.nanoTime();
  }

  /** Records the operation as a deletion. */
  void deleted() {
    delete.recordValue(System.nanoTime() - nanos);
    seconds += Measurements.processorSeconds() - processorSeconds;
  }

  /** Records the operation as a search. */
  void found() {
    find.recordValue(System.nanoTime() - nanos);
    double taken = Measurements.processorSeconds() - processorSeconds;
    finds.add(taken);
    findSeconds += taken;
    seconds += taken;
  }

  /** Records the operation as an addition, which is the last one of a change. */
  void added() {
    add.recordValue(System.nanoTime() - nanos);
    seconds += Measurements.processorSeconds() - processorSeconds;
    sums.add(new Sum(findSeconds, seconds));
  }

  /** Returns the processor time of all operations so far. */
  double seconds() {
    return seconds;
  }

  /**
   * Returns the costs of the operations, including their ratios to the same changes of another
   * structure.
   */
  Costs costs(ChangeTimes base) {
    int changes = sums.size() - 1;
    var same = base.sums.get(changes);
    return new Costs(
        OptionalDouble.of(findSeconds * MICROS / changes),
        micros(find, MEDIAN),
        micros(find, MOST),
        micros(add, MEDIAN),
        micros(delete, MEDIAN),
        OptionalDouble.of(seconds * MICROS / changes),
        OptionalDouble.of(findSeconds / same.findSeconds()),
        OptionalDouble.of(medianOfFirst(changes) / base.medianOfFirst(changes)),
        OptionalDouble.of(seconds / same.seconds()));
  }

  private double medianOfFirst(int changes) {
    return Quantiles.median(finds.subList(0, changes));
  }

  private static OptionalDouble micros(Histogram nanos, double percentile) {
    return OptionalDouble.of(Measurements.micros(nanos, percentile));
  }
}
