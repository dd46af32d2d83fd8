package io.metasched.simulation.translation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.translation.CommonJob.FixedTime;
import io.metasched.simulation.workload.trace.Precedence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Measures common to all systems, computed by hand and compared with a plain implementation that
 * scans every instant.
 */
final class CommonMeasuresTest {
  private static final Offset<Double> EXACT = within(1e-9);
  private static final long S = 1000;

  /** Two sites of 2 processors, at prices 0.8 and 1.2. */
  private static final CommonSites SITES = CommonSites.of(2, 2, 200);

  @Test
  void fourJobsByHand() {
    var jobs =
        List.of(
            job(1, 0, 100, 2, 0, null),
            job(2, 0, 20, 1, 1, null),
            job(3, 10, 50, 2, 0, new FixedTime(20 * S, 100 * S)),
            job(4, 100, 10, 1, 1, new FixedTime(100 * S, 120 * S)));
    var workload = new CommonWorkload(SITES, jobs, new Seeds(1, "test", 0), List.of());
    var outcomes =
        List.of(
            CommonOutcome.inSite(jobs.get(0), 0, 100 * S, 0, SITES),
            CommonOutcome.inSite(jobs.get(1), 0, 20 * S, 1, SITES),
            CommonOutcome.inSite(jobs.get(2), 70 * S, 60 * S, 1, SITES), // 50 s late, ends at 120
            CommonOutcome.unplaced(4, 0));

    var metrics = CommonMeasures.of(workload, outcomes, false);

    assertThat(metrics).containsOnlyKeys(CommonMetric.values());
    assertThat(metrics.get(CommonMetric.PLACED)).isEqualTo(0.75);
    assertThat(metrics.get(CommonMetric.TIME_KEPT)).isZero();
    assertThat(metrics.get(CommonMetric.WAIT_MEAN)).isCloseTo(50.0 / 3, EXACT);
    assertThat(metrics.get(CommonMetric.WAIT_MEDIAN)).isZero();
    assertThat(metrics.get(CommonMetric.WAIT_P95)).isEqualTo(50);
    assertThat(metrics.get(CommonMetric.SLOWDOWN_MEAN)).isCloseTo((1 + 1 + 2) / 3.0, EXACT);
    assertThat(metrics.get(CommonMetric.SLOWDOWN_P95)).isEqualTo(2);
    assertThat(metrics.get(CommonMetric.TARDINESS)).isEqualTo(20);
    // until 100 s: 2 x 100 + 1 x 20 + 2 x 30 of 400 processor seconds
    assertThat(metrics.get(CommonMetric.UTILISATION)).isCloseTo(280.0 / 400, EXACT);
    assertThat(metrics.get(CommonMetric.INCOME))
        .isCloseTo((200 * 0.8 + 20 * 1.2 + 60 * 1.2) / 400, EXACT);
    assertThat(metrics.get(CommonMetric.COST))
        .isCloseTo((200 * 0.8 + 20 * 1.2 + 100 * 1.2) / 320, EXACT);
    // user 0 has the slowdowns 1 and 2, user 1 has the slowdown 1
    assertThat(metrics.get(CommonMetric.FAIRNESS)).isCloseTo(2.5 * 2.5 / (2 * (2.25 + 1)), EXACT);
    // held for 60 s by a job of 50 s on 2 processors
    assertThat(metrics.get(CommonMetric.LOST)).isCloseTo(20.0 / 340, EXACT);
    // job 3 needs 2 processors and could run from 20 s on; from 20 s on, site 1 has 2 free
    // processors, so nothing is lost
    assertThat(metrics.get(CommonMetric.FRAGMENTATION)).isZero();
    assertThat(metrics.get(CommonMetric.MAKESPAN)).isEqualTo(120);
  }

  @Test
  void vacantProcessorsOfTwoSitesAreOfNoUseToAJobOfOne() {
    var jobs =
        List.of(
            job(1, 0, 100, 1, 0, null),
            job(2, 0, 100, 1, 0, null),
            job(3, 10, 50, 2, 0, null),
            job(4, 50, 10, 1, 0, null));
    var workload = new CommonWorkload(SITES, jobs, new Seeds(1, "test", 0), List.of());
    var outcomes =
        List.of(
            CommonOutcome.inSite(jobs.get(0), 0, 100 * S, 0, SITES),
            CommonOutcome.inSite(jobs.get(1), 0, 100 * S, 1, SITES),
            CommonOutcome.inSite(jobs.get(2), 100 * S, 50 * S, 0, SITES),
            CommonOutcome.unplaced(4, 0));

    // from 10 s to 50 s, each site has one idle processor, but job 3 needs two processors at one
    // site
    assertThat(CommonMeasures.of(workload, outcomes, false).get(CommonMetric.FRAGMENTATION))
        .isCloseTo(2 * 40.0 / (4 * 50), EXACT);
    assertThat(CommonMeasures.of(workload, outcomes, true).get(CommonMetric.FRAGMENTATION))
        .isZero();
  }

  @Test
  void withoutAJobThatRanThereAreNoWaits() {
    var jobs = List.of(job(1, 0, 10, 1, 0, null), job(2, 10, 10, 1, 0, null));
    var workload = new CommonWorkload(SITES, jobs, new Seeds(1, "test", 0), List.of());
    var outcomes = List.of(CommonOutcome.unplaced(1, 0), CommonOutcome.unplaced(2, 0));

    var metrics = CommonMeasures.of(workload, outcomes, true);

    assertThat(metrics.get(CommonMetric.PLACED)).isZero();
    assertThat(metrics.get(CommonMetric.WAIT_MEAN)).isNaN();
    assertThat(metrics.get(CommonMetric.COST)).isNaN();
    assertThat(metrics.get(CommonMetric.UTILISATION)).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void vacantTimeIsThatOfATwinThatLooksAtEveryInstant(long seed) {
    var random = new SplittableRandom(seed);
    for (int example = 0; example < 100; example++) {
      var jobs = new ArrayList<CommonJob>();
      var outcomes = new ArrayList<CommonOutcome>();
      int submit = 0;
      for (int id = 0; id < 12; id++) {
        submit += random.nextInt(4);
        int size = 1 + random.nextInt(2);
        var job =
            new CommonJob(
                id,
                submit,
                1 + random.nextInt(9),
                size,
                10,
                0,
                Optional.<FixedTime>empty(),
                Precedence.NONE);
        jobs.add(job);
        outcomes.add(
            random.nextInt(5) == 0
                ? CommonOutcome.unplaced(id, 0)
                : CommonOutcome.inSite(
                    job, submit + random.nextInt(12), 10, random.nextInt(2), SITES));
      }
      if (submit == 0) {
        continue;
      }
      var workload = new CommonWorkload(SITES, jobs, new Seeds(seed, "test", example), List.of());
      for (boolean crosses : List.of(true, false)) {
        assertThat(new VacantTime(workload, outcomes, crosses).share())
            .isCloseTo(naive(workload, outcomes, crosses), EXACT);
      }
    }
  }

  private static double naive(
      CommonWorkload workload, List<CommonOutcome> outcomes, boolean crosses) {
    int last = (int) workload.jobs().get(workload.jobs().size() - 1).submitTick();
    double lost = 0;
    for (int tick = 0; tick < last; tick++) {
      var vacant = new int[] {2, 2};
      int smallest = Integer.MAX_VALUE;
      for (int at = 0; at < outcomes.size(); at++) {
        var job = workload.jobs().get(at);
        var outcome = outcomes.get(at);
        if (outcome.isPlaced()) {
          if (outcome.startTick() <= tick && tick < outcome.startTick() + job.runTicks()) {
            vacant[0] -= outcome.bySite().get(0);
            vacant[1] -= outcome.bySite().get(1);
          }
          if (job.readyTick() <= tick && tick < outcome.startTick()) {
            smallest = Math.min(smallest, job.processors());
          }
        }
      }
      int all = vacant[0] + vacant[1];
      int usable = crosses ? all : Math.max(vacant[0], vacant[1]);
      lost += smallest != Integer.MAX_VALUE && smallest > usable ? all : 0;
    }
    return lost / (4.0 * last);
  }

  private static CommonJob job(
      long id, long submit, long run, int processors, int user, @Nullable FixedTime own) {
    return new CommonJob(
        id,
        submit * S,
        run * S,
        processors,
        run * S,
        user,
        Optional.ofNullable(own),
        Precedence.NONE);
  }
}
