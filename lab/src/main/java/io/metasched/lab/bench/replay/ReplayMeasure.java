package io.metasched.lab.bench.replay;

import io.metasched.lab.bench.Jmh;
import io.metasched.lab.bench.StoppingRule;
import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.simulation.report.Schedule;
import io.metasched.simulation.system.replay.Replay;
import io.metasched.simulation.system.replay.ReplayRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntConsumer;

/**
 * Measurement of replays of a flow of jobs with each local scheduler, after a check of its
 * schedule. A scheduler whose first replay exceeds the limit is not measured.
 */
final class ReplayMeasure {
  private static final String BASELINE = LocalSchedulers.names().get(0);

  private final Jmh jmh;
  private final double limitSeconds;
  private final List<String> faults;
  private final TreeSet<String> givenUp = new TreeSet<>(); // longer flows are skipped for these

  /**
   * Creates a measurement.
   *
   * @param limitSeconds maximum time of a replay
   * @param faults receives violations
   */
  ReplayMeasure(Jmh jmh, double limitSeconds, List<String> faults) {
    StoppingRule.requireSeconds("--limit", limitSeconds);
    this.jmh = jmh;
    this.limitSeconds = limitSeconds;
    this.faults = faults;
  }

  /**
   * Returns a row for each local scheduler.
   *
   * @param source parameters of {@link ReplayBenchmark} with which the benchmark makes the flow
   */
  List<ReplayBenchRow> rows(ReplayFlow flow, Map<String, ?> source) {
    var rows = new ArrayList<ReplayBenchRow>();
    var baseline = OptionalDouble.empty();
    for (var policy : LocalSchedulers.names()) {
      var schedule = givenUp.contains(policy) ? Optional.<Schedule>empty() : schedule(flow, policy);
      var seconds = OptionalDouble.empty();
      var mostWaiting = OptionalInt.empty();
      if (schedule.isPresent()) {
        check(policy, flow, schedule.get());
        seconds = seconds(flow, policy, source);
        mostWaiting = OptionalInt.of(schedule.get().mostWaiting());
      } else {
        givenUp.add(policy);
      }
      baseline = policy.equals(BASELINE) ? seconds : baseline;
      rows.add(new ReplayBenchRow(flow.jobs().size(), policy, seconds, mostWaiting, baseline));
    }
    return rows;
  }

  private OptionalDouble seconds(ReplayFlow flow, String policy, Map<String, ?> source) {
    var params = new TreeMap<String, Object>(source);
    params.put("jobs", flow.jobs().size());
    params.put("policy", policy);
    return jmh.times(ReplayBenchmark.class, "replay", params).secondsP50();
  }

  /** Returns the schedule of the whole replay; empty if it exceeds the limit. */
  private Optional<Schedule> schedule(ReplayFlow flow, String policy) {
    long begun = System.nanoTime();
    try {
      return Optional.of(
          replay(
              flow,
              policy,
              done -> {
                if (System.nanoTime() - begun > limitSeconds * 1e9) {
                  throw new TooSlowException();
                }
              }));
    } catch (TooSlowException e) {
      return Optional.empty();
    }
  }

  /** Returns the schedule of a flow by a policy. */
  static Schedule replay(ReplayFlow flow, String policy, IntConsumer progress) {
    return Replay.run(
        flow.jobs(), flow.processors(), LocalSchedulers.named(policy).orElseThrow(), 0, progress);
  }

  private void check(String policy, ReplayFlow flow, Schedule schedule) {
    for (var violation : ReplayRules.check(policy, flow.jobs(), schedule, 0)) {
      faults.add("%s, %d jobs: %s".formatted(policy, schedule.jobs().size(), violation));
    }
  }

  /** Signal that a replay exceeds its limit. */
  private static final class TooSlowException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
