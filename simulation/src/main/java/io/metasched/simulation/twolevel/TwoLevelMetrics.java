package io.metasched.simulation.twolevel;

import io.metasched.simulation.replay.ReplayMetrics;
import java.util.ArrayList;
import java.util.List;

/**
 * What an outcome came to; times in seconds, NaN where no job makes them.
 *
 * @param criteria U, F and D
 * @param meanWait mean of (start - submission) over the jobs that ran
 * @param meanBatchWait the same over the batch jobs
 * @param makespan from the first submission to the last end
 * @param inTime reservations that end by their due dates
 * @param late reservations that end later
 * @param byProvider the same by provider
 */
public record TwoLevelMetrics(
    TwoLevelCriteria criteria,
    double meanWait,
    double meanBatchWait,
    double makespan,
    int inTime,
    int late,
    List<OfProvider> byProvider) {
  private static final double TICKS_PER_SECOND = 1000;

  /** Copies the list. */
  public TwoLevelMetrics {
    byProvider = List.copyOf(byProvider);
  }

  /**
   * What a provider did.
   *
   * @param provider its index
   * @param jobs how many jobs ran there
   * @param reservations how many of them were reservations
   * @param processorSeconds sum of processors x run
   * @param utilisation the same as a share of its processors x makespan; NaN where no job ran at
   *     all
   */
  public record OfProvider(
      int provider, int jobs, int reservations, double processorSeconds, double utilisation) {}

  /** The metrics of an outcome. */
  public static TwoLevelMetrics of(TwoLevelOutcome outcome) {
    var whole = ReplayMetrics.of(GridCourse.of(outcome).schedule());
    double waited = 0;
    int batch = 0;
    int inTime = 0;
    int late = 0;
    for (int i = 0; i < outcome.jobs().size(); i++) {
      var job = outcome.jobs().get(i);
      var promise = outcome.promises().get(i);
      if (promise.isPresent()) {
        boolean isLate = promise.get().tardinessTicks() > 0;
        late += isLate ? 1 : 0;
        inTime += isLate ? 0 : 1;
      } else if (outcome.placements().get(i).isPresent()) {
        waited += outcome.placements().get(i).get().startTick() - job.submitTick();
        batch++;
      }
    }
    return new TwoLevelMetrics(
        TwoLevelCriteria.of(outcome),
        whole.meanWait(),
        waited / batch / TICKS_PER_SECOND,
        whole.makespan(),
        inTime,
        late,
        byProvider(outcome, whole.makespan()));
  }

  private static List<OfProvider> byProvider(TwoLevelOutcome outcome, double makespan) {
    var jobs = new int[outcome.providers()];
    var reservations = new int[outcome.providers()];
    var work = new double[outcome.providers()];
    for (int i = 0; i < outcome.jobs().size(); i++) {
      var job = outcome.jobs().get(i);
      if (outcome.placements().get(i).isPresent()) {
        var at = outcome.placements().get(i).get();
        jobs[at.provider()]++;
        reservations[at.provider()] += job.reservation().isPresent() ? 1 : 0;
        work[at.provider()] += (double) job.processors() * (at.endTick() - at.startTick());
      }
    }
    var all = new ArrayList<OfProvider>();
    for (int i = 0; i < jobs.length; i++) {
      double seconds = work[i] / TICKS_PER_SECOND;
      double share = seconds / (outcome.processors() * makespan);
      all.add(new OfProvider(i, jobs[i], reservations[i], seconds, share));
    }
    return all;
  }
}
