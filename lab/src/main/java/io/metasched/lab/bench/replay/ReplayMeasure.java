package io.metasched.lab.bench.replay;

import io.metasched.lab.bench.StoppingRule;
import io.metasched.metascheduler.program.Quantiles;
import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.simulation.report.ReplayJob;
import io.metasched.simulation.report.Schedule;
import io.metasched.simulation.system.replay.Replay;
import io.metasched.simulation.system.replay.ReplayRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeSet;

/**
 * Measurement of replays of a flow of jobs with each local scheduler, including a check of their
 * schedules. A short replay is repeated, and its median is reported; a replay that exceeds the
 * limit is aborted.
 */
final class ReplayMeasure {
  private static final String BASELINE = LocalSchedulers.names().get(0);

  private static final double REPEATED_SECONDS = 2;
  private static final int MOST_REPEATS = 25;

  private final double limitSeconds;
  private final List<String> faults;
  private final TreeSet<String> givenUp = new TreeSet<>(); // longer flows are skipped for these

  /**
   * Creates a measurement.
   *
   * @param limitSeconds maximum time of a replay
   * @param faults receives violations
   */
  ReplayMeasure(double limitSeconds, List<String> faults) {
    StoppingRule.requireSeconds("--limit", limitSeconds);
    this.limitSeconds = limitSeconds;
    this.faults = faults;
  }

  /** Returns a row for each local scheduler. */
  List<ReplayBenchRow> rows(List<ReplayJob> jobs, int processors) {
    var rows = new ArrayList<ReplayBenchRow>();
    var baseline = OptionalDouble.empty();
    for (var policy : LocalSchedulers.names()) {
      var measured =
          givenUp.contains(policy)
              ? Optional.<Measured>empty()
              : measured(jobs, processors, policy);
      var seconds = OptionalDouble.empty();
      var mostWaiting = OptionalInt.empty();
      if (measured.isPresent()) {
        check(policy, jobs, measured.get().schedule());
        seconds = OptionalDouble.of(measured.get().seconds());
        mostWaiting = OptionalInt.of(measured.get().schedule().mostWaiting());
      } else {
        givenUp.add(policy);
      }
      baseline = policy.equals(BASELINE) ? seconds : baseline;
      rows.add(new ReplayBenchRow(jobs.size(), policy, seconds, mostWaiting, baseline));
    }
    return rows;
  }

  private record Measured(Schedule schedule, double seconds) {}

  /** Returns the median of as many replays as fit in a given time; empty if one is aborted. */
  private Optional<Measured> measured(List<ReplayJob> jobs, int processors, String policy) {
    var times = new ArrayList<Double>();
    double total = 0;
    while (true) {
      long begun = System.nanoTime();
      var schedule = schedule(jobs, processors, policy);
      double seconds = (System.nanoTime() - begun) / 1e9;
      if (schedule.isEmpty()) {
        return Optional.empty();
      }
      times.add(seconds);
      total += seconds;
      if (total > REPEATED_SECONDS || times.size() == MOST_REPEATS) {
        return Optional.of(new Measured(schedule.get(), Quantiles.median(times)));
      }
    }
  }

  /** Returns the schedule of the whole replay; empty if it exceeds the limit. */
  private Optional<Schedule> schedule(List<ReplayJob> jobs, int processors, String policy) {
    long begun = System.nanoTime();
    try {
      return Optional.of(
          Replay.run(
              jobs,
              processors,
              LocalSchedulers.named(policy).orElseThrow(),
              0,
              done -> {
                if (System.nanoTime() - begun > limitSeconds * 1e9) {
                  throw new TooSlowException();
                }
              }));
    } catch (TooSlowException e) {
      return Optional.empty();
    }
  }

  private void check(String policy, List<ReplayJob> jobs, Schedule schedule) {
    for (var violation : ReplayRules.check(policy, jobs, schedule, 0)) {
      faults.add("%s, %d jobs: %s".formatted(policy, schedule.jobs().size(), violation));
    }
  }

  /** Signal that a replay exceeds its limit. */
  private static final class TooSlowException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
