package io.metasched.simulation.report;

import java.util.List;
import java.util.function.IntPredicate;

/**
 * Load of a replay over time, in bins of equal length: means over the time of each bin.
 *
 * @param fromTick start of the first bin
 * @param binTicks length of a bin; the last bins may be after the end
 * @param usedShare share of the processors that ran jobs
 * @param waiting number of waiting jobs
 * @param lastEndTick end of the last job; 0 if none has started
 */
public record LoadCourse(
    long fromTick,
    double binTicks,
    List<Double> usedShare,
    List<Double> waiting,
    long lastEndTick) {
  private static final int BINS = 240;

  /**
   * Sums of amounts over time. An amount over whole bins is stored as a change at the first bin and
   * a change after the last bin.
   */
  private static final class Bins {
    private final double[] within = new double[BINS];
    private final double[] changes = new double[BINS + 1];
    private final long origin;
    private final double width;

    Bins(long origin, double width) {
      this.origin = origin;
      this.width = width;
    }

    void add(long from, long to, int amount) {
      double begin = (from - origin) / width;
      double end = (to - origin) / width;
      int first = Math.min(BINS - 1, (int) begin);
      int last = Math.min(BINS - 1, (int) end);
      if (first == last) {
        within[first] += amount * (end - begin);
        return;
      }
      within[first] += amount * (first + 1 - begin);
      within[last] += amount * (end - last);
      changes[first + 1] += amount;
      changes[last] -= amount;
    }

    List<Double> means(double whole) {
      var means = new Double[BINS];
      double running = 0;
      for (int bin = 0; bin < BINS; bin++) {
        running += changes[bin];
        means[bin] = (running + within[bin]) / whole;
      }
      return List.of(means);
    }
  }

  /**
   * Returns the load of a schedule.
   *
   * @param untilTick end of the last bin; no job ends later
   */
  public static LoadCourse of(Schedule schedule, long untilTick) {
    return of(schedule, untilTick, job -> true);
  }

  /**
   * Returns the load of a schedule in which not all jobs wait in a queue.
   *
   * @param untilTick end of the last bin; no job ends later
   * @param waits whether a job waits from its submission to its start
   */
  public static LoadCourse of(Schedule schedule, long untilTick, IntPredicate waits) {
    var jobs = schedule.jobs();
    long from = jobs.isEmpty() ? 0 : jobs.get(0).submitTick();
    double width = Math.max(1, untilTick - from) / (double) BINS;
    var used = new Bins(from, width);
    var waiting = new Bins(from, width);
    for (int i = 0; i < jobs.size(); i++) {
      if (schedule.hasStarted(i)) {
        waiting.add(jobs.get(i).submitTick(), schedule.startTicks()[i], waits.test(i) ? 1 : 0);
        used.add(schedule.startTicks()[i], schedule.endTick(i), jobs.get(i).processors());
      }
    }
    return new LoadCourse(
        from, width, used.means(schedule.processors()), waiting.means(1), schedule.lastEndTick());
  }
}
