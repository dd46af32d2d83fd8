package io.metasched.simulation.bench;

import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.simulation.engine.Progress;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.replay.Replay;
import io.metasched.simulation.replay.ReplayCheck;
import io.metasched.simulation.replay.ReplayInput;
import io.metasched.simulation.replay.ReplayJob;
import io.metasched.simulation.replay.Schedule;
import io.metasched.simulation.workload.RigidWorkload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeSet;

/**
 * How many jobs per second a replay takes on, for each local scheduler by the length of the flow,
 * beside first come first served, which does the least.
 *
 * <p>The flows are generated at a load of about 0.8: sizes of 1 to 128 processors of 256, powers of
 * two, and run times from a minute to a day, log-uniform, asked for up to five times as long.
 */
public final class ReplayBench {
  /** What it is called on the command line. */
  public static final String NAME = "replay";

  static final int PROCESSORS = 256;
  private static final String BASELINE = LocalSchedulers.names().get(0);
  private static final int JOBS_FOR_WARMTH = 5000;
  private static final long TICKS = 1000;
  private static final long LEAST_RUN = 60 * TICKS;
  private static final long MOST_RUN = 86_400 * TICKS;
  private static final int MOST_PROCESSORS = 128;
  private static final double LOAD = 0.8;

  private final ReplayBenchSize size;
  private final Progress progress;
  private final List<ReplayBenchRow> rows = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();
  private final TreeSet<String> givenUp = new TreeSet<>(); // a longer flow would take longer

  private ReplayBench(ReplayBenchSize size, Progress progress) {
    this.size = size;
    this.progress = progress;
  }

  /**
   * Measures.
   *
   * @param progress is told how far it has come
   */
  public static BenchReport run(ReplayBenchSize size, Progress progress) {
    long begun = System.nanoTime();
    var warmth = new ReplayBench(size, Progress.NONE);
    warmth.measure(generated(JOBS_FOR_WARMTH), PROCESSORS);
    var bench = new ReplayBench(size, progress);
    bench.measure();
    bench.faults.addAll(warmth.faults);
    double seconds = (System.nanoTime() - begun) / 1e9;
    return new BenchReport(
        ReplayBenchReport.json(NAME, bench.rows, seconds),
        ReplayBenchReport.tables(bench.rows),
        bench.faults);
  }

  private void measure() {
    if (size.trace().isPresent()) {
      var trace = size.trace().get();
      measure(ReplayInput.AS_LOGGED.jobs(trace.jobs()), trace.processors());
      return;
    }
    for (int jobs : size.jobs()) {
      measure(generated(jobs), PROCESSORS);
    }
  }

  /** A flow of so many jobs; a longer one begins like a shorter one. */
  static List<ReplayJob> generated(int jobs) {
    double meanRun = (MOST_RUN - LEAST_RUN) / Math.log((double) MOST_RUN / LEAST_RUN);
    int sizes = Integer.SIZE - Integer.numberOfLeadingZeros(MOST_PROCESSORS);
    double meanProcessors = (2.0 * MOST_PROCESSORS - 1) / sizes;
    long interarrival = Math.round(meanRun * meanProcessors / (LOAD * PROCESSORS));
    var flow =
        new RigidWorkload(jobs, interarrival, MOST_PROCESSORS, LEAST_RUN, MOST_RUN, 1, 5, TICKS);
    return ReplayInput.AS_LOGGED.jobs(flow.generate(new Seeds(1, NAME, 0)));
  }

  private void measure(List<ReplayJob> jobs, int processors) {
    var baseline = OptionalDouble.empty();
    for (var policy : LocalSchedulers.names()) {
      progress.advanced(policy, rows.size(), rows.size() + 1L);
      if (givenUp.contains(policy)) {
        rows.add(row(jobs, policy, OptionalDouble.empty(), OptionalInt.empty(), baseline));
        continue;
      }
      long begun = System.nanoTime();
      var schedule = schedule(jobs, processors, policy);
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
                if (System.nanoTime() - begun > size.limitSeconds() * 1e9) {
                  throw new TooSlowException();
                }
              }));
    } catch (TooSlowException e) {
      return Optional.empty();
    }
  }

  private void check(String policy, Schedule schedule) {
    for (var violation : ReplayCheck.check(schedule, 0)) {
      faults.add("%s, %d jobs: %s".formatted(policy, schedule.jobs().size(), violation));
    }
  }

  /** Ends a replay that takes longer than its limit. */
  private static final class TooSlowException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
