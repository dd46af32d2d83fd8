package io.metasched.simulation.system.twolevel.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.twolevel.GridSettings;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.system.twolevel.TwoLevelSystem;
import io.metasched.simulation.system.twolevel.model.ReservationDraw;
import io.metasched.simulation.system.twolevel.model.TwoLevelReplay;
import io.metasched.simulation.system.twolevel.model.TwoLevelSetting;
import io.metasched.simulation.system.twolevel.rows.TwoLevelPlacementRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import io.metasched.simulation.workload.RequestTraits;
import io.metasched.simulation.workload.RigidWorkload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processors assigned to jobs, compared with a plain implementation that scans each processor. */
final class GridTimelineTest {

  @ParameterizedTest
  @CsvSource({"1, 1, 16", "2, 3, 16", "3, 5, 4", "4, 2, 33"})
  void everyJobIsBoundToTheLowestFreeProcessorsOfItsProvider(
      long seed, int providers, int processors) {
    var outcome = outcome(seed, providers, processors);

    var rows = outcome.placements();

    assertThat(each(rows)).isEqualTo(naive(outcome));
    assertThat(rows).isSortedAccordingTo(TwoLevelPlacementRow.ORDER);
    assertThat(digest(outcome, reversed(rows)))
        .isEqualTo(digest(outcome, rows))
        .isNotEqualTo(digest(outcome, rows.subList(1, rows.size())));
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "5, 3", "7, 200"})
  void aCourseThatIsCutHasTheJobsThatStartFirst(long seed, int most) {
    var timeline = GridTimeline.of(outcome(seed, 2, 16));

    var whole = timeline.bound(Integer.MAX_VALUE);
    var cut = timeline.bound(most);

    assertThat(whole.isCut()).isFalse();
    assertThat(cut.isCut()).isEqualTo(most < whole.jobs().size());
    assertThat(cut.jobs()).isEqualTo(whole.jobs().subList(0, Math.min(most, whole.jobs().size())));
  }

  private static String digest(TwoLevelRun run, List<TwoLevelPlacementRow> placements) {
    var other = new TwoLevelRun(run.facts(), run.jobs(), placements, run.events());
    return new TwoLevelSystem().placementsDigest(other);
  }

  private static TwoLevelRun outcome(long seed, int providers, int processors) {
    var seeds = new Seeds(seed, "timeline", 0);
    var workload =
        new RigidWorkload(
            120, 200_000, processors, 30_000, 9_000_000, new RequestTraits(1, 3, 3_600_000));
    var jobs = ReservationDraw.fixed(0.4).jobs(workload.generate(seeds), seeds);
    var setting =
        new TwoLevelSetting(
            providers, processors, "first-fit", 0, "random", "mct", GridSettings.DEFAULTS);
    return TwoLevelReplay.run(jobs, setting, seeds);
  }

  /** Returns a triple of job, provider and processor for each assignment. */
  private static Set<List<Long>> each(List<TwoLevelPlacementRow> rows) {
    var all = new TreeSet<>(byNumbers());
    for (var row : rows) {
      for (long at = row.first(); at <= row.last(); at++) {
        all.add(List.of(row.job(), (long) row.provider(), at));
      }
    }
    return all;
  }

  private static Set<List<Long>> naive(TwoLevelRun outcome) {
    var all = new TreeSet<>(byNumbers());
    var busyUntil = new long[outcome.facts().providers()][outcome.facts().processors()];
    IntStream.range(0, outcome.jobs().size())
        .boxed()
        .sorted(Comparator.comparingLong(i -> outcome.jobs().get(i).start()))
        .forEach(
            i -> {
              var at = outcome.jobs().get(i);
              int missing = outcome.jobs().get(i).processors();
              for (int processor = 0; missing > 0; processor++) {
                if (busyUntil[at.provider()][processor] <= at.start()) {
                  busyUntil[at.provider()][processor] = at.end();
                  long job = outcome.jobs().get(i).id();
                  all.add(List.of(job, (long) at.provider(), (long) processor));
                  missing--;
                }
              }
            });
    return all;
  }

  private static Comparator<List<Long>> byNumbers() {
    return Comparator.<List<Long>>comparingLong(row -> row.get(0))
        .thenComparingLong(row -> row.get(1))
        .thenComparingLong(row -> row.get(2));
  }

  private static List<TwoLevelPlacementRow> reversed(List<TwoLevelPlacementRow> rows) {
    var reversed = new ArrayList<TwoLevelPlacementRow>();
    rows.forEach(row -> reversed.add(0, row));
    return reversed;
  }
}
