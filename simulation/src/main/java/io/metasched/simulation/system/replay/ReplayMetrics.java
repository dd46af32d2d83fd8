package io.metasched.simulation.system.replay;

import io.metasched.metascheduler.program.Quantiles;
import io.metasched.simulation.report.Schedule;
import java.util.Arrays;

/**
 * Metrics of a replay, over the jobs that started; times in seconds, NaN if none started.
 *
 * @param jobs number of started jobs
 * @param meanWait mean of start - submit
 * @param meanFlow mean of end - submit
 * @param meanSlowdown mean of flow / run
 * @param meanBoundedSlowdown mean of max(1, flow / max(run, 10 s))
 * @param makespan time from the first submission to the last end
 * @param utilisation sum of processors x run, as a share of processors x makespan
 * @param p50Wait median of the wait
 * @param p95Wait 95th percentile of the wait
 * @param p99Wait 99th percentile of the wait
 */
public record ReplayMetrics(
    int jobs,
    double meanWait,
    double meanFlow,
    double meanSlowdown,
    double meanBoundedSlowdown,
    double makespan,
    double utilisation,
    double p50Wait,
    double p95Wait,
    double p99Wait) {
  static final double TICKS = 1000;
  private static final double LEAST_RUN_TICKS = 10 * TICKS;

  /** Computes the metrics of a schedule. */
  public static ReplayMetrics of(Schedule schedule) {
    var waits = new double[schedule.jobs().size()];
    int count = 0;
    double flows = 0;
    double slowdowns = 0;
    double bounded = 0;
    double work = 0;
    double waited = 0;
    long lastEnd = 0;
    for (int i = 0; i < waits.length; i++) {
      if (!schedule.hasStarted(i)) {
        continue;
      }
      var job = schedule.jobs().get(i);
      double flow = schedule.endTick(i) - job.submitTick();
      waits[count] = schedule.startTicks()[i] - job.submitTick();
      waited += waits[count++];
      flows += flow;
      slowdowns += flow / job.runTicks();
      bounded += boundedSlowdown(flow, job.runTicks());
      work += (double) job.processors() * job.runTicks();
      lastEnd = Math.max(lastEnd, schedule.endTick(i));
    }
    var sorted = Arrays.copyOf(waits, count);
    Arrays.sort(sorted);
    double span = count == 0 ? Double.NaN : lastEnd - schedule.jobs().get(0).submitTick();
    return new ReplayMetrics(
        count,
        waited / count / TICKS,
        flows / count / TICKS,
        slowdowns / count,
        bounded / count,
        span / TICKS,
        work / (schedule.processors() * span),
        Quantiles.of(sorted, 50) / TICKS,
        Quantiles.of(sorted, 95) / TICKS,
        Quantiles.of(sorted, 99) / TICKS);
  }

  static double boundedSlowdown(double flowTicks, long runTicks) {
    return Math.max(1, flowTicks / Math.max((double) runTicks, LEAST_RUN_TICKS));
  }
}
