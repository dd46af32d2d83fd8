package io.metasched.simulation.system.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.simulation.metric.Grouping;
import io.metasched.simulation.report.ReplayJob;
import io.metasched.simulation.report.Schedule;
import io.metasched.simulation.rule.Violation;
import io.metasched.simulation.workload.EstimateModel;
import io.metasched.simulation.workload.trace.Precedence;
import io.metasched.simulation.workload.trace.TraceJob;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ReplayTest {
  /**
   * Jobs for four processors. Job 1 takes three processors for 10 s (estimate 10 s); job 2 needs
   * all four; job 3 is small and ends before job 1; job 4 is small and long; job 5 is the largest
   * job that fits beside job 1.
   */
  private static final List<ReplayJob> QUEUE =
      List.of(
          job(1, 0, 10, 3, 10),
          job(2, 1, 5, 4, 5),
          job(3, 2, 4, 1, 8),
          job(4, 3, 20, 1, 20),
          job(5, 3, 2, 1, 2));

  @ParameterizedTest
  @CsvSource({
    "fcfs,         0 10 15 15 15",
    "first-fit,    0 26  2  6 10",
    "lsf,          0 26  2  6 10",
    "sjf,          0 28  2  8  6",
    "easy,         0 10  2 15  6",
    "easy-sjf,     0 10  2 15  6",
    "conservative, 0 10  2 15  6"
  })
  void thePoliciesDifferAsStated(String policy, String starts) {
    var schedule = replay(QUEUE, 4, policy, 0);

    assertThat(seconds(schedule)).isEqualTo(starts.replaceAll(" +", " "));
  }

  @Test
  void withAPeriodPassesComeAtItsMultiplesOnly() {
    var schedule = replay(QUEUE, 4, "fcfs", 4);

    assertThat(seconds(schedule)).isEqualTo("0 12 20 20 20");
    assertThat(schedule.mostWaiting()).isEqualTo(4);
  }

  @Test
  void aJobThatEndsFreesItsProcessorsForOneThatArrivesAtThatInstant() {
    var schedule = replay(List.of(job(1, 0, 5, 4, 9), job(2, 5, 1, 4, 1)), 4, "fcfs", 0);

    assertThat(seconds(schedule)).isEqualTo("0 5");
  }

  @Test
  void theMetricsAreThoseOfTheDefinitions() {
    var metrics = ReplayMetrics.of(replay(QUEUE.subList(0, 3), 4, "fcfs", 0));

    // waits 0, 9, 13; flows 10, 14, 17; runs 10, 5, 4
    assertThat(metrics.jobs()).isEqualTo(3);
    assertThat(metrics.meanWait()).isCloseTo(22 / 3.0, within(1e-12));
    assertThat(metrics.meanFlow()).isCloseTo(41 / 3.0, within(1e-12));
    assertThat(metrics.meanSlowdown()).isCloseTo((1 + 14 / 5.0 + 17 / 4.0) / 3, within(1e-12));
    assertThat(metrics.meanBoundedSlowdown()).isCloseTo((1 + 1.4 + 1.7) / 3, within(1e-12));
    assertThat(metrics.makespan()).isEqualTo(19);
    assertThat(metrics.utilisation()).isCloseTo((30 + 20 + 4) / (4 * 19.0), within(1e-12));
    assertThat(metrics.p50Wait()).isEqualTo(9);
    assertThat(metrics.p99Wait()).isEqualTo(13);
  }

  @Test
  void groupsSeparateSizesAndUsers() {
    var schedule = replay(QUEUE, 4, "fcfs", 0);

    var groupings = ReplayMetricSet.ALL.groupings();
    var run = ReplayRun.of("fcfs", QUEUE, schedule, 0);

    assertThat(groupings).extracting(Grouping::key).containsExactly("byUser", "bySize");
    assertThat(groupings.get(0).groups().apply(run)).containsOnlyKeys("-1");
    assertThat(groupings.get(1).groups().apply(run)).containsOnlyKeys("1", "4");
  }

  @ParameterizedTest
  @CsvSource({"fcfs, 0", "easy, 0", "lsf, 4", "conservative, 0", "easy-sjf, 7"})
  void bothFormulasOfAMetricAgree(String policy, long period) {
    var schedule = replay(QUEUE, 4, policy, period);
    var run = ReplayRun.of(policy, QUEUE, schedule, period * 1000);

    for (var metric : ReplayMetricSet.ALL.ofRuns()) {
      var exact = metric.exact().apply(run).map(Number::doubleValue).orElse(Double.NaN);
      assertThat(metric.fast().applyAsDouble(run))
          .as(metric.key())
          .isCloseTo(exact, withinPercentage(1e-7));
      if (metric.key().equals("maxQueue")) {
        assertThat(exact).isEqualTo(schedule.mostWaiting());
      }
    }
  }

  @Test
  void theCheckerFindsWhatCannotBe() {
    var good = replay(QUEUE, 4, "easy", 0);
    assertThat(ReplayRules.check("easy", QUEUE, good, 0)).isEmpty();

    assertThat(ReplayRules.check("easy", QUEUE, moved(good, 2, 1_000), 0))
        .extracting(Violation::toString)
        .containsExactly(
            "job: job 3: it must have a start, an end and a wait",
            "start: job 3: easy does not start it at 1",
            "start: job 5: easy starts it at 5, but it does not begin");
    assertThat(ReplayRules.check("easy", QUEUE, moved(good, 1, 9_999), 0))
        .isNotEmpty(); // too many processors at once
    assertThat(ReplayRules.check("easy", QUEUE, moved(good, 3, -1), 0))
        .extracting(Violation::rule)
        .containsExactly("job", "start"); // never starts
    assertThat(ReplayRules.check("easy", QUEUE, good, 4_000)).isNotEmpty(); // not a multiple of 4 s
  }

  @Test
  void theCheckerTakesTheSubmissionOfAFollowerFromTheLog() {
    var jobs = List.of(job(1, 0, 10, 4, 10), follower(2, 1, 5, 1), follower(3, 12, 5, 2));
    var schedule = replay(jobs, 4, "fcfs", 0);

    assertThat(schedule.jobs())
        .extracting(ReplayJob::submitTick)
        .containsExactly(0L, 10_000L, 15_000L);
    assertThat(ReplayRun.of("fcfs", jobs, schedule, 0).jobs())
        .extracting(ReplayRow::logged)
        .containsExactly(-1L, 1_000L, 12_000L);
    assertThat(ReplayRules.check("fcfs", jobs, schedule, 0)).isEmpty();
    assertThat(ReplayRules.check("fcfs", jobs, moved(schedule, 0, 1_000), 0)).isNotEmpty();
  }

  private static ReplayJob follower(long id, long submit, long run, long preceding) {
    var alone = job(id, submit, run, 1, run);
    return new ReplayJob(
        id,
        alone.submitTick(),
        alone.runTicks(),
        alone.processors(),
        alone.estimateTicks(),
        alone.user(),
        alone.stopped(),
        new Precedence(List.of(preceding), 0));
  }

  @Test
  void inputsAreMadeAsAsked() {
    var logged =
        List.of(
            new TraceJob(7, 1000, 2000, 1, 9000, 3, false, 2000, 0),
            new TraceJob(8, 3000, 4000, 2, 4000, 4, true, 6000, 0));

    var denser = new ReplayInput(EstimateModel.LOGGED, 0.5, OptionalLong.empty()).jobs(logged);
    var exact = new ReplayInput(EstimateModel.EXACT, 1, OptionalLong.empty()).jobs(logged);
    var doubled = new ReplayInput(new EstimateModel(2), 1, OptionalLong.empty()).jobs(logged);

    assertThat(denser).extracting(ReplayJob::submitTick).containsExactly(500L, 1500L);
    assertThat(denser).extracting(ReplayJob::estimateTicks).containsExactly(9000L, 4000L);
    assertThat(exact).extracting(ReplayJob::estimateTicks).containsExactly(2000L, 4000L);
    assertThat(doubled).extracting(ReplayJob::estimateTicks).containsExactly(4000L, 8000L);
    assertThat(denser).extracting(ReplayJob::stopped).containsExactly(false, true);
    assertThatThrownBy(() -> new EstimateModel(0.9)).hasMessageContaining("0.9");
  }

  @Test
  void aShuffleDealsTheJobsOutAnewAndAlwaysAlike() {
    var logged =
        java.util.stream.LongStream.range(0, 50)
            .mapToObj(i -> new TraceJob(i, i * 1000, 1000 + i, 1, 5000, 0, false, 1000 + i, 0))
            .toList();

    var one = new ReplayInput(EstimateModel.LOGGED, 1, OptionalLong.of(3)).jobs(logged);

    assertThat(one)
        .isEqualTo(new ReplayInput(EstimateModel.LOGGED, 1, OptionalLong.of(3)).jobs(logged))
        .isNotEqualTo(ReplayInput.AS_LOGGED.jobs(logged));
    assertThat(one).extracting(ReplayJob::submitTick).isSorted().doesNotHaveDuplicates();
    assertThat(one).extracting(ReplayJob::id).doesNotHaveDuplicates().hasSize(50);
    assertThat(one).allMatch(job -> job.runTicks() == 1000 + job.id());
  }

  @Test
  void aReplayCanBeInterrupted() {
    var many = java.util.stream.IntStream.range(0, 5000).mapToObj(i -> job(i, i, 1, 1, 1)).toList();

    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> replay(many, 1, "easy", 0)).isInstanceOf(CancellationException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  private static ReplayJob job(long id, long submit, long run, int processors, long estimate) {
    return new ReplayJob(id, submit * 1000, run * 1000, processors, estimate * 1000, -1, false);
  }

  private static Schedule replay(List<ReplayJob> jobs, int processors, String policy, long period) {
    var scheduler = LocalSchedulers.named(policy).orElseThrow();
    return Replay.run(jobs, processors, scheduler, period * 1000, done -> {});
  }

  private static Schedule moved(Schedule schedule, int job, long start) {
    var starts = schedule.startTicks().clone();
    starts[job] = start;
    return new Schedule(schedule.jobs(), schedule.processors(), starts, schedule.mostWaiting());
  }

  private static String seconds(Schedule schedule) {
    var starts = new java.util.StringJoiner(" ");
    for (long start : schedule.startTicks()) {
      starts.add(Long.toString(start / 1000));
    }
    return starts.toString();
  }
}
