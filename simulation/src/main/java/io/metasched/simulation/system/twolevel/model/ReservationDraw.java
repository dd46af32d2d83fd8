package io.metasched.simulation.system.twolevel.model;

import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.workload.trace.Dependencies;
import io.metasched.simulation.workload.trace.Precedence;
import io.metasched.simulation.workload.trace.TraceJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.ListSampler;

/**
 * Conversion of some jobs of a log into reservations: a share of them, drawn uniformly without
 * replacement. A reservation is ready at the job's start in the log, and its interval is a multiple
 * of its duration, drawn uniformly.
 *
 * <p>Source: the hierarchical reservation paper, section 5.
 *
 * @param share share of the jobs, from 0 to 1
 * @param length length of a reservation
 * @param leastFactor minimum factor, at least 1
 * @param mostFactor maximum factor; 1 for fixed intervals
 * @param leastShare minimum share of its duration that is sufficient for a reservation (best
 *     effort), above 0; 1 if only the whole duration is sufficient
 */
public record ReservationDraw(
    double share,
    ReservationLength length,
    double leastFactor,
    double mostFactor,
    double leastShare) {

  /**
   * @throws IllegalArgumentException for shares out of range, or factors that are below 1 or not
   *     ascending
   */
  public ReservationDraw {
    if (!(leastShare > 0 && leastShare <= 1)) {
      throw new IllegalArgumentException(
          "the least share of a duration must be above 0 and up to 1, but is " + leastShare);
    }
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("a share must be from 0 to 1, but is " + share);
    }
    if (!(leastFactor >= 1 && leastFactor <= mostFactor && mostFactor <= 1e6)) {
      throw new IllegalArgumentException(
          "factors must be 1 <= least <= most <= 1e6, but are %s and %s"
              .formatted(leastFactor, mostFactor));
    }
  }

  /** Creates a draw of reservations for their whole durations. */
  public ReservationDraw(
      double share, ReservationLength length, double leastFactor, double mostFactor) {
    this(share, length, leastFactor, mostFactor, 1);
  }

  /** Returns a draw of reservations of real run times in fixed intervals. */
  public static ReservationDraw fixed(double share) {
    return new ReservationDraw(share, ReservationLength.ACTUAL, 1, 1);
  }

  /**
   * Returns the jobs of a replay, in the order of the log.
   *
   * @throws IllegalArgumentException if the log does not contain the wait of a drawn job
   */
  public List<GridJob> jobs(List<TraceJob> logged, Seeds seeds) {
    var indices = new ArrayList<>(IntStream.range(0, logged.size()).boxed().toList());
    ListSampler.shuffle(seeds.generator("reservations", 0), indices);
    var isDrawn = new boolean[logged.size()];
    indices.subList(0, (int) Math.round(share * logged.size())).forEach(i -> isDrawn[i] = true);
    var jobs = new ArrayList<GridJob>(logged.size());
    for (int i = 0; i < isDrawn.length; i++) {
      var job = logged.get(i);
      // the requested time ends a reservation, regardless of cuts by the reader of the log
      boolean isCut = isDrawn[i] && length == ReservationLength.REQUESTED;
      jobs.add(
          new GridJob(
              job.id(),
              job.submitTicks(),
              isCut ? job.loggedRunTicks() : job.runTicks(),
              job.processors(),
              job.estimateTicks(),
              isDrawn[i] ? Optional.of(interval(job, seeds)) : Optional.empty(),
              isDrawn[i] ? Precedence.NONE : job.precedence()));
    }
    return jobs;
  }

  /**
   * Returns the notes on a log, with the number of dependencies that are lost because their jobs
   * became reservations.
   */
  public static List<String> notes(List<String> ofLog, List<TraceJob> logged, List<GridJob> jobs) {
    var notes = new ArrayList<>(ofLog);
    notes.addAll(
        Dependencies.ofReservations(
            IntStream.range(0, jobs.size())
                .filter(at -> !logged.get(at).precedence().isNone())
                .filter(at -> jobs.get(at).precedence().isNone())
                .count()));
    return notes;
  }

  private GridJob.Interval interval(TraceJob job, Seeds seeds) {
    if (job.waitTicks() < 0) {
      throw new IllegalArgumentException(
          "job %d cannot be a reservation: the log lacks its wait time".formatted(job.id()));
    }
    long duration = length == ReservationLength.ACTUAL ? job.runTicks() : job.estimateTicks();
    // one generator per job, so that the share does not shift the factors
    double drawn = seeds.generator("interval", job.id()).nextDouble();
    double factor = leastFactor + (mostFactor - leastFactor) * drawn;
    long ready = Math.addExact(job.submitTicks(), job.waitTicks());
    long interval = Math.max(duration, Math.round(factor * duration));
    long least = Math.max(1, Math.round(leastShare * duration));
    return new GridJob.Interval(ready, Math.addExact(ready, interval), duration, least);
  }
}
