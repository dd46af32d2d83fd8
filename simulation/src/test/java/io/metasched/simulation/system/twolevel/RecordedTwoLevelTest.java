package io.metasched.simulation.system.twolevel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.metascheduler.twolevel.GridSettings;
import io.metasched.simulation.driver.ActorDriver;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.system.twolevel.actor.TwoLevelBlueprint;
import io.metasched.simulation.system.twolevel.metric.TwoLevelCriteria;
import io.metasched.simulation.system.twolevel.model.ReservationDraw;
import io.metasched.simulation.system.twolevel.model.TwoLevelReplay;
import io.metasched.simulation.system.twolevel.model.TwoLevelScenario;
import io.metasched.simulation.system.twolevel.model.TwoLevelSetting;
import io.metasched.simulation.system.twolevel.rows.TwoLevelJobRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import io.metasched.simulation.system.twolevel.rule.TwoLevelRules;
import io.metasched.simulation.workload.trace.IdRange;
import io.metasched.simulation.workload.trace.SwfReader;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.TraceOptions;
import io.metasched.simulation.workload.trace.fixture.RecordedLogs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two providers of 64 processors, compared with the results of an independent simulator on the log
 * of SDSC SP2. Reservations are drawn among the jobs, and the reference draws other jobs.
 * Therefore, means over draws are compared, within several standard errors. Skipped unless
 * METASCHED_TRACES names a folder that holds the logs.
 */
final class RecordedTwoLevelTest {
  private static final int DRAWS = 12;
  private static final String FIRST = "4-1000";
  private static final String LATER = "68000-69000";

  @ParameterizedTest
  @CsvSource({"4-1000, 938, 0.583, 35755", "68000-69000, 893, 0.823, 52725"})
  void withoutReservationsTheBalancedProvidersAreAsKnown(
      String ids, int jobs, double utilisation, double flow) {
    var outcome = replays(log(ids), 0, "mct", 0, 1).get(0);

    var criteria = TwoLevelCriteria.of(outcome);
    assertThat(outcome.jobs()).hasSize(jobs);
    assertThat(criteria.utilisation()).isCloseTo(utilisation, within(5e-4));
    assertThat(criteria.meanFlow()).isCloseTo(flow, within(0.5));
    assertThat(criteria.meanTardiness()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "4-1000,       20, 0.51,  29174,  2239",
    "4-1000,       40, 0.45,  28465,  1911",
    "4-1000,       60, 0.45,  27446,  2395",
    "4-1000,       80, 0.44,  25080,  2510",
    "4-1000,      100, 0.43,  21031,  2402",
    "68000-69000,  20, 0.73,  82120,  3255",
    "68000-69000,  40, 0.69, 105291,  2164",
    "68000-69000,  60, 0.69, 108534,  2601",
    "68000-69000,  80, 0.72,  89045,  8086",
    "68000-69000, 100, 0.75,  74861, 31830"
  })
  void sharesOfReservationsCostWhatIsKnown(
      String ids, int percent, double utilisation, double flow, double tardiness) {
    var mean = mean(replays(log(ids), percent / 100.0, "mct", 0, DRAWS));

    assertThat(mean.utilisation()).isCloseTo(utilisation, within(0.035));
    assertThat(mean.meanFlow()).isCloseTo(flow, Percentage.withPercentage(8));
    assertThat(mean.meanTardiness()).isCloseTo(tardiness, Percentage.withPercentage(30));
  }

  @Test
  void gatheredReservationsCostLessThanSpreadOnesAndThoseLessThanProvidersSetApart() {
    var log = log(LATER);

    var apart = mean(replays(log, 0.3, "mct", 1, DRAWS));
    var spread = mean(replays(log, 0.3, "mct", 0, DRAWS));
    var gathered = mean(replays(log, 0.3, "ar-priority", 0, DRAWS));

    assertNear(apart, 0.651, 178454, 14217);
    assertNear(spread, 0.697, 97178, 2272);
    assertNear(gathered, 0.708, 90804, 2040);
    assertThat(gathered.meanFlow()).isLessThan(spread.meanFlow());
    assertThat(spread.meanFlow()).isLessThan(apart.meanFlow());
    assertThat(spread.meanTardiness()).isLessThan(apart.meanTardiness());
  }

  @Test
  void withTiesByIndexTheEarliestOfferIsThatOfTheFirstThatMeets() {
    var log = log(FIRST);

    var byIndex = replays(log, 0.3, "mct-by-index", 0, 2);

    assertThat(jobs(byIndex)).isEqualTo(jobs(replays(log, 0.3, "ar-priority", 0, 2)));
    assertThat(jobs(byIndex)).isNotEqualTo(jobs(replays(log, 0.3, "mct", 0, 2)));
  }

  @Test
  void actorsPlaceAWholeMonthAsOneThreadDoes() {
    var seeds = new Seeds(1, "two-level", 0);
    var jobs = ReservationDraw.fixed(0.3).jobs(log(LATER).jobs(), seeds);
    var setting = setting(64, "mct", GridSettings.DEFAULTS.withPeriodTicks(3_600_000));

    var named = List.of(new TwoLevelScenario.NamedSetting("mct", setting));
    var instance = new TwoLevelInstance("two-level", named, jobs, seeds, List.of());
    try (var actors = ActorDriver.of(false, TwoLevelBlueprint::new)) {
      var run = actors.run(instance, "mct", "", Progress.NONE);
      var engine = TwoLevelReplay.run(jobs, setting, seeds);
      assertThat(run).isEqualTo(TwoLevelRun.FORMAT.titled(engine, run.title()));
    }
  }

  private static void assertNear(
      TwoLevelCriteria criteria, double utilisation, double flow, double tardiness) {
    assertThat(criteria.utilisation()).isCloseTo(utilisation, within(0.02));
    assertThat(criteria.meanFlow()).isCloseTo(flow, Percentage.withPercentage(8));
    assertThat(criteria.meanTardiness()).isCloseTo(tardiness, Percentage.withPercentage(30));
  }

  private static List<TwoLevelRun> replays(
      Trace log, double share, String placement, int setApart, int draws) {
    var setting =
        setting(log.processors(), placement, GridSettings.DEFAULTS.withSetApart(setApart));
    var outcomes = new ArrayList<TwoLevelRun>();
    for (int draw = 0; draw < draws; draw++) {
      var seeds = new Seeds(1, "two-level", draw);
      var jobs = ReservationDraw.fixed(share).jobs(log.jobs(), seeds);
      var outcome = TwoLevelReplay.run(jobs, setting, seeds);
      assertThat(TwoLevelRules.violations(outcome)).isEmpty();
      outcomes.add(outcome);
    }
    return outcomes;
  }

  private static List<List<TwoLevelJobRow>> jobs(List<TwoLevelRun> runs) {
    return runs.stream().map(TwoLevelRun::jobs).toList();
  }

  private static TwoLevelSetting setting(int processors, String placement, GridSettings grid) {
    return new TwoLevelSetting(2, processors, "first-fit", 0, "load-balance", placement, grid);
  }

  private static TwoLevelCriteria mean(List<TwoLevelRun> outcomes) {
    var all = outcomes.stream().map(TwoLevelCriteria::of).toList();
    return new TwoLevelCriteria(
        all.stream().mapToDouble(TwoLevelCriteria::utilisation).average().orElseThrow(),
        all.stream().mapToDouble(TwoLevelCriteria::meanFlow).average().orElseThrow(),
        all.stream().mapToDouble(TwoLevelCriteria::meanTardiness).average().orElseThrow());
  }

  private static Trace log(String ids) {
    boolean isFirst = ids.equals(FIRST);
    var files = new ArrayList<Path>();
    files.add(RecordedLogs.find("SDSC-SP2-1998-4.2-cln.swf.gz"));
    if (isFirst) {
      files.add(RecordedLogs.find("SDSC-SP2-1998-jobs-4-to-10.swf"));
    }
    return SwfReader.read(
        files,
        TraceOptions.defaults()
            .withKeepOverruns(true)
            .withProcessors(64)
            .withClampProcessors(true)
            .withJobs(isFirst ? new IdRange(4, 1000) : new IdRange(68000, 69000)));
  }
}
