package io.metasched.simulation.system.replay.bench;

import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.simulation.bench.StoppingRule;
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
 * Measures replays of a flow of jobs under each local scheduler, and checks what comes out. One
 * that takes longer than the limit is given up.
 */
final class ReplayMeasure {
  private static final String BASELINE = LocalSchedulers.names().get(0);

  private final double limitSeconds;
  private final List<String> faults;
  private final TreeSet<String> givenUp = new TreeSet<>(); // a longer flow would take longer

  /**
   * Measures nothing yet.
   *
   * @param limitSeconds how long a replay may take
   * @param faults takes what cannot be
   */
  ReplayMeasure(double limitSeconds, List<String> faults) {
    StoppingRule.requireSeconds("--limit", limitSeconds);
    this.limitSeconds = limitSeconds;
    this.faults = faults;
  }

  /** A row for each local scheduler. */
  List<ReplayBenchRow> rows(List<ReplayJob> jobs, int processors) {
    var rows = new ArrayList<ReplayBenchRow>();
    var baseline = OptionalDouble.empty();
    for (var policy : LocalSchedulers.names()) {
      long begun = System.nanoTime();
      var schedule =
          givenUp.contains(policy)
              ? Optional.<Schedule>empty()
              : schedule(jobs, processors, policy);
      var seconds = OptionalDouble.of((System.nanoTime() - begun) / 1e9);
      if (schedule.isEmpty()) {
        givenUp.add(policy);
        rows.add(row(jobs, policy, OptionalDouble.empty(), OptionalInt.empty(), baseline));
        continue;
      }
      baseline = policy.equals(BASELINE) ? seconds : baseline;
      check(policy, schedule.get());
      var waiting = OptionalInt.of(schedule.get().mostWaiting());
      rows.add(row(jobs, policy, seconds, waiting, baseline));
    }
    return rows;
  }

  private static ReplayBenchRow row(
      List<ReplayJob> jobs,
      String policy,
      OptionalDouble seconds,
      OptionalInt mostWaiting,
      OptionalDouble baseline) {
    return new ReplayBenchRow(jobs.size(), policy, seconds, mostWaiting, baseline);
  }

  /** The whole replay, or nothing where it takes longer than the limit. */
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

  private void check(String policy, Schedule schedule) {
    for (var violation : ReplayRules.check(schedule, 0)) {
      faults.add("%s, %d jobs: %s".formatted(policy, schedule.jobs().size(), violation));
    }
  }

  /** Ends a replay that takes longer than its limit. */
  private static final class TooSlowException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
