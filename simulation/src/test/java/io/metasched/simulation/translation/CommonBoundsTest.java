package io.metasched.simulation.translation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.workload.trace.Precedence;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bounds computed by hand; no list schedule of a few jobs is better than the bounds, in any order
 * of the jobs.
 */
final class CommonBoundsTest {
  private static final Offset<Double> EXACT = within(1e-9);
  private static final long S = 1000;

  /** Two sites of 2 processors, at prices 0.8 and 1.2. */
  private static final CommonSites SITES = CommonSites.of(2, 2, 200);

  @Test
  void threeJobsOfTheWholeMachineByHand() {
    // waits are shortest if the short job runs first: 0, 5 and 5 s; the makespan is 5 + 10 + 20 s
    var site = CommonSites.of(1, 2, 0);
    var jobs = List.of(job(1, 0, 10, 2), job(2, 0, 5, 2), job(3, 10, 20, 2));
    var bounds = CommonBounds.of(workload(site, jobs));

    assertThat(bounds).containsOnlyKeys(CommonMetric.values());
    assertThat(bounds.get(CommonMetric.WAIT_MEAN)).isCloseTo((0 + 5 + 5) / 3.0, EXACT);
    assertThat(bounds.get(CommonMetric.MAKESPAN)).isEqualTo(35);
    assertThat(bounds.get(CommonMetric.UTILISATION)).isEqualTo(1);
    assertThat(bounds.get(CommonMetric.INCOME)).isEqualTo(1);
    assertThat(bounds.get(CommonMetric.PLACED)).isEqualTo(1);
    assertThat(bounds.get(CommonMetric.TARDINESS)).isZero();
  }

  @Test
  void slowdownsOfAFullMachineByHand() {
    // two jobs of 100 s on 2 of 2 processors: one waits for 100 s, so the slowdowns are 1 and 2
    var site = CommonSites.of(1, 2, 0);
    var bounds = CommonBounds.of(workload(site, List.of(job(1, 0, 100, 2), job(2, 0, 100, 2))));

    assertThat(bounds.get(CommonMetric.SLOWDOWN_MEAN)).isCloseTo(1.5, EXACT);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = "SLOWDOWN_.*")
  void noSlowdownIsBelowOne(CommonMetric slowdown) {
    var bounds = CommonBounds.of(workload(SITES, List.of(job(1, 0, 100, 2), job(2, 5, 20, 1))));

    assertThat(bounds.get(slowdown)).isEqualTo(1);
  }

  @Test
  void aChainHasTheBoundsOfAJobThatNeverWaits() {
    // both are submitted at 0, the second one again when the first one has ended
    var site = CommonSites.of(1, 2, 0);
    var first = job(1, 0, 100, 2);
    var second = after(first, job(2, 0, 100, 2));
    var last = job(3, 100, 50, 1); // starts at 200, so it has a wait of 100 s and a slowdown of 3
    var workload = workload(site, List.of(first, second, last));
    var outcomes =
        List.of(
            CommonOutcome.anywhere(first, 0, 100 * S),
            CommonOutcome.anywhere(second, 100 * S, 100 * S).submitted(second, 100 * S),
            CommonOutcome.anywhere(last, 200 * S, 50 * S));

    var bounds = CommonBounds.of(workload);
    var metrics = CommonMeasures.of(workload, outcomes, true);

    assertThat(bounds.get(CommonMetric.WAIT_MEAN)).isZero();
    assertThat(bounds.get(CommonMetric.SLOWDOWN_MEAN)).isEqualTo(1);
    assertThat(metrics.get(CommonMetric.WAIT_MEAN)).isCloseTo(100 / 3.0, EXACT);
    assertThat(metrics.get(CommonMetric.SLOWDOWN_MEAN)).isCloseTo(5 / 3.0, EXACT);
    assertThat(bounds.get(CommonMetric.MAKESPAN)).isEqualTo(225); // by the area alone
    assertThat(metrics.get(CommonMetric.MAKESPAN)).isEqualTo(250);
  }

  @Test
  void fewJobsLeaveTheMachineVacantAndTheDearSiteEarnsFirst() {
    // until 100 s: 3 x 100 of 400 processor seconds, of which 200 fit into the expensive site
    var jobs = List.of(job(1, 0, 100, 2), job(2, 0, 150, 1), job(3, 100, 10, 1));
    var bounds = CommonBounds.of(workload(SITES, jobs));

    assertThat(bounds.get(CommonMetric.UTILISATION)).isCloseTo(0.75, EXACT);
    assertThat(bounds.get(CommonMetric.INCOME)).isCloseTo(0.5 * 1.2 + 0.25 * 0.8, EXACT);
    assertThat(bounds.get(CommonMetric.COST)).isEqualTo(0.8);
    assertThat(bounds.get(CommonMetric.MAKESPAN)).isEqualTo(150);
    assertThat(bounds.get(CommonMetric.WAIT_MEAN)).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noListScheduleOfWhateverOrderBeatsThem(long seed) {
    var random = new SplittableRandom(seed);
    for (int example = 0; example < 40; example++) {
      var jobs = new ArrayList<CommonJob>();
      long submit = 0;
      for (int id = 0; id < 6; id++) {
        submit += random.nextInt(id == 0 ? 1 : 8);
        jobs.add(job(id, submit, 1 + random.nextInt(20), 1 + random.nextInt(2)));
      }
      if (submit == 0) {
        continue;
      }
      var workload = workload(SITES, jobs);
      var bounds = CommonBounds.of(workload);
      for (int order = 0; order < 60; order++) {
        var listed = new ArrayList<>(jobs);
        Collections.shuffle(listed, new java.util.Random(random.nextLong()));
        var metrics = CommonMeasures.of(workload, list(jobs, listed), true);
        for (var metric : CommonMetric.values()) {
          double gap = metrics.get(metric) - bounds.get(metric);
          assertThat(metric.isMoreBetter() ? -gap : gap)
              .as(metric.key())
              .satisfiesAnyOf(
                  apart -> assertThat(apart).isGreaterThan(-1e-9),
                  apart -> assertThat(apart).isNaN()); // NaN if no job needs a time of its own
        }
      }
    }
  }

  /** Starts each job of the list at the first tick with enough free processors. */
  private static List<CommonOutcome> list(List<CommonJob> jobs, List<CommonJob> listed) {
    var busy = new TreeMap<Long, Integer>(); // busy processors by second
    var starts = new TreeMap<Long, Long>();
    for (var job : listed) {
      long start = job.readyTick();
      while (!fits(busy, job, start)) {
        start += S;
      }
      for (long at = start; at < start + job.runTicks(); at += S) {
        busy.merge(at, job.processors(), Integer::sum);
      }
      starts.put(job.id(), start);
    }
    return jobs.stream()
        .map(job -> CommonOutcome.anywhere(job, starts.get(job.id()), job.runTicks()))
        .toList();
  }

  private static boolean fits(Map<Long, Integer> busy, CommonJob job, long start) {
    for (long at = start; at < start + job.runTicks(); at += S) {
      if (busy.getOrDefault(at, 0) + job.processors() > SITES.total()) {
        return false;
      }
    }
    return true;
  }

  private static CommonJob after(CommonJob preceding, CommonJob job) {
    return new CommonJob(
        job.id(),
        job.submitTick(),
        job.runTicks(),
        job.processors(),
        job.estimateTicks(),
        job.user(),
        job.own(),
        new Precedence(List.of(preceding.id()), 0));
  }

  private static CommonWorkload workload(CommonSites sites, List<CommonJob> jobs) {
    return new CommonWorkload(sites, jobs, new Seeds(1, "test", 0), List.of());
  }

  private static CommonJob job(long id, long submit, long run, int processors) {
    return new CommonJob(
        id, submit * S, run * S, processors, run * S, 0, Optional.empty(), Precedence.NONE);
  }
}
