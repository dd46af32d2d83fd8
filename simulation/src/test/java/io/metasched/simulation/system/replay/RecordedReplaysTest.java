package io.metasched.simulation.system.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.simulation.report.ReplayJob;
import io.metasched.simulation.workload.trace.IdRange;
import io.metasched.simulation.workload.trace.SwfReader;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.TraceOptions;
import io.metasched.simulation.workload.trace.fixture.RecordedLogs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Replays on which independent simulators agree. They are skipped unless METASCHED_TRACES names a
 * folder that holds the logs.
 */
final class RecordedReplaysTest {

  @ParameterizedTest
  @CsvSource({
    "fcfs,         2388443.7601, 2393306.5268, 111241.7036, 12482549",
    "first-fit,      63772.6403,   68635.4070,   1266.3944,  8966268",
    "easy,           97155.9945,  102018.7612,   1011.7872,  8730698",
    "conservative,  131567.5089,  136430.2756,    831.7066,  8729497"
  })
  void aGeneratedLogOf256ProcessorsWaitsAsKnown(
      String policy, double wait, double flow, double slowdown, double makespan) {
    var metrics = replay("lublin_256.swf.gz", policy);

    assertThat(metrics.meanWait()).isCloseTo(wait, within(5e-5));
    assertThat(metrics.meanFlow()).isCloseTo(flow, within(5e-5));
    assertThat(metrics.meanSlowdown()).isCloseTo(slowdown, within(5e-5));
    assertThat(metrics.makespan()).isEqualTo(makespan);
  }

  @ParameterizedTest
  @CsvSource({"fcfs, 7782772.06", "easy, 13837.06"})
  void itsTenCopiesWaitAsKnown(String policy, double wait) {
    var metrics = replay("lublin_100k.swf.gz", policy);

    assertThat(metrics.jobs()).isEqualTo(100_000);
    assertThat(metrics.meanWait()).isCloseTo(wait, within(5e-3));
  }

  /**
   * Replays two files read as one log; run times beyond the estimate are kept. The other simulators
   * count periods from time 0 of the log. To count from the same time here, an additional job
   * starts at time 0; it is too short to affect the means.
   */
  @ParameterizedTest
  @CsvSource({
    "first-fit,    0,   7788,  15960",
    "lsf,         10,   7941,  16113",
    "lsf,         60,   8149,  16321",
    "lsf,        600,  10173,  18345",
    "lsf,       3600, 144502, 152674"
  })
  void theFirstJobsOfSp2WaitAsKnown(String policy, long period, long wait, long flow) {
    var trace =
        read(
            List.of("SDSC-SP2-1998-4.2-cln.swf.gz", "SDSC-SP2-1998-jobs-4-to-10.swf"),
            TraceOptions.defaults().withKeepOverruns(true).withJobs(new IdRange(4, 1000)));
    var jobs = new ArrayList<ReplayJob>();
    jobs.add(new ReplayJob(1, 0, 1, 1, 1, -1, false));
    jobs.addAll(ReplayInput.AS_LOGGED.jobs(trace.jobs()));

    var metrics = replay(jobs, trace.processors(), policy, period);

    assertThat(metrics.jobs()).isEqualTo(939);
    assertThat(Math.round(metrics.meanWait() * 939 / 938)).isEqualTo(wait);
    assertThat(Math.round(metrics.meanFlow() * 939 / 938)).isEqualTo(flow);
  }

  private static Trace read(List<String> logs, TraceOptions options) {
    return SwfReader.read(logs.stream().map(RecordedLogs::find).toList(), options);
  }

  private static ReplayMetrics replay(String log, String policy) {
    var trace = read(List.of(log), TraceOptions.defaults());
    return replay(ReplayInput.AS_LOGGED.jobs(trace.jobs()), trace.processors(), policy, 0);
  }

  private static ReplayMetrics replay(
      List<ReplayJob> jobs, int processors, String policy, long periodSeconds) {
    var schedule =
        Replay.run(
            jobs,
            processors,
            LocalSchedulers.named(policy).orElseThrow(),
            periodSeconds * 1000,
            done -> {});
    assertThat(ReplayRules.check(policy, jobs, schedule, periodSeconds * 1000)).isEmpty();
    return ReplayMetrics.of(schedule);
  }
}
