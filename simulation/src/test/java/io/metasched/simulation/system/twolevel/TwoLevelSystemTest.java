package io.metasched.simulation.system.twolevel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.metascheduler.twolevel.GridSettings;
import io.metasched.resource.provider.Lateness;
import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.metric.Grouping;
import io.metasched.simulation.metric.Metric;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.rows.ResultFormatException;
import io.metasched.simulation.rows.RowSource;
import io.metasched.simulation.rows.Table;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.scenario.Inputs;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.system.Systems;
import io.metasched.simulation.system.twolevel.model.GridJob;
import io.metasched.simulation.system.twolevel.model.TwoLevelReplay;
import io.metasched.simulation.system.twolevel.model.TwoLevelSetting;
import io.metasched.simulation.system.twolevel.rows.TwoLevelEventRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelFacts;
import io.metasched.simulation.system.twolevel.rows.TwoLevelJobRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import io.metasched.simulation.system.twolevel.rule.TwoLevelRules;
import io.metasched.simulation.workload.trace.Precedence;
import io.metasched.simulation.workload.trace.SwfReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two levels through the interfaces of the kernel: files, metrics, rules, comparison and
 * explanation.
 */
final class TwoLevelSystemTest {
  private static final TwoLevelSystem SYSTEM = new TwoLevelSystem();
  private static final Seeds SEEDS = new Seeds(1, "explained", 0);

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "jobs.count = 150, jobs.interarrival = 150, grid.period = 3600, grid.queueing = ar-fcfs",
        "jobs.count = 150, jobs.interarrival = 150, reservations.late = refused, providers.count ="
            + " 9",
        "jobs.count = 150, jobs.interarrival = 90, reservations { length = requested, least = 0.2"
            + " }",
        "jobs.count = 150, jobs.interarrival = 90, grid.batch = random, providers.period = 600",
        "jobs.count = 1, reservations.share = 1, providers.local = conservative",
        "jobs.count = 40, reservations.share = 1, grid.batch = round-robin"
      })
  void runsAreSoundReadBackEqualAndAgreeWithTheExactFormulas(String settings) throws IOException {
    for (var run : runs(settings)) {
      assertThat(TwoLevelRules.violations(run)).isEmpty();
      assertThat(readBack(run)).isEqualTo(run);
      SYSTEM.metrics().ofRuns().forEach(metric -> assertExact(metric, run));
      SYSTEM.metrics().groupings().forEach(grouping -> assertAllExact(grouping, run));
    }
  }

  private static List<TwoLevelRun> runs(String settings) {
    var instance = instance(settings).apply(new Seeds(3, "random", 1));
    return instance.policies().stream()
        .map(policy -> EngineLoop.run(instance.begin(policy, Progress.NONE), "1.0"))
        .toList();
  }

  private static java.util.function.Function<Seeds, Instance<TwoLevelRun>> instance(
      String settings) {
    var text =
        "kind = two-level\npolicies = [random, mct, mct-by-index, ar-priority, ar-gather, static]\n"
            + settings.replace(", ", "\n");
    return SYSTEM.read(
        Systems.SCENARIOS.ofText(text, "random.conf", "random"),
        new Inputs(Policies.builtIn(), Path::of, SwfReader::read));
  }

  private TwoLevelRun readBack(TwoLevelRun run) throws IOException {
    for (var table : SYSTEM.tables()) {
      write(table, run);
    }
    return SYSTEM.assemble(source());
  }

  private <T> void write(Table<TwoLevelRun, T> table, TwoLevelRun run) throws IOException {
    table.format().write(table.rows().apply(run), folder, new TreeMap<>());
  }

  private RowSource source() {
    return new RowSource() {
      @Override
      public <T> List<T> rows(TableFormat<T> format) {
        return format.read(folder);
      }
    };
  }

  private static <G> void assertAllExact(Grouping<TwoLevelRun, G> grouping, TwoLevelRun run) {
    var groups = grouping.groups().apply(run);
    assertThat(groups).hasSize(run.facts().providers());
    groups
        .values()
        .forEach(group -> grouping.metrics().forEach(metric -> assertExact(metric, group)));
  }

  private static <G> void assertExact(Metric<G> metric, G group) {
    double fast = metric.fast().applyAsDouble(group);
    var exact = metric.exact().apply(group);

    assertThat(exact.isEmpty()).as(metric.key()).isEqualTo(Double.isNaN(fast));
    exact.ifPresent(
        value ->
            assertThat(fast)
                .as(metric.key())
                .isCloseTo(value.doubleValue(), within(1e-9 * Math.abs(value.doubleValue()))));
  }

  @Test
  void theTitleNamesTheRunAndUnknownPoliciesAreRefused() {
    var instance = instance("jobs.count = 5").apply(new Seeds(3, "random", 1));

    var run = EngineLoop.run(instance.begin("static", Progress.NONE), "1.0");

    assertThat(run.title())
        .isEqualTo(TwoLevelReplay.title("static", instance.seeds(), "engine", "1.0"));
    assertThat(run.title().kind()).isEqualTo(SYSTEM.kind());
    assertThat(run.facts().setApart()).isEqualTo(1);
    assertThatThrownBy(() -> instance.begin("css", Progress.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("css");
    assertThatThrownBy(() -> instance("jobs.cuont = 5"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("jobs.count");
    assertThatThrownBy(() -> instance.begin("mct", Progress.NONE).tables("engine", "1.0"))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void filesWithoutARunAreRefused() throws IOException {
    readBack(runs("jobs.count = 5").get(0));
    TwoLevelFacts.FORMAT.write(List.of(), folder, new TreeMap<>());

    assertThatThrownBy(() -> SYSTEM.assemble(source()))
        .isInstanceOf(ResultFormatException.class)
        .hasMessage("run.csv: allowed is one row of kind two-level, but given are 0 rows");
  }

  @Test
  void jobsAreComparedByTheirNumbers() {
    var run = run("mct-by-index", GridSettings.DEFAULTS, batch(9, 0, 10), late(10), wide(11));
    var compared = SYSTEM.compared();
    var jobs = compared.jobs().apply(run);

    assertThat(jobs.keySet()).containsExactly("9", "10", "11");
    assertThat(jobs.values().stream().map(compared.outcome()))
        .containsExactly("finished", "finished", "refused");
    assertThat(compared.measures())
        .extracting(measure -> measure.key())
        .containsExactly("start", "wait", "flow", "end", "tardiness");
    assertThat(numbers(compared, jobs.get("9"))).containsExactly(0.0, 0.0, 10.0, 10.0, Double.NaN);
    assertThat(numbers(compared, jobs.get("11"))).containsOnly(Double.NaN);
    assertThat(compared.request())
        .extracting(trait -> trait.name() + " " + trait.text().apply(jobs.get("9")))
        .containsExactly("submit 0", "request 2 processors, runs 10 s and is stopped at 10 s");
  }

  private static List<Double> numbers(
      io.metasched.simulation.kernel.ComparedJobs<TwoLevelRun, TwoLevelJobRow> compared,
      TwoLevelJobRow job) {
    return compared.measures().stream().map(m -> m.value().applyAsDouble(job)).toList();
  }

  @Test
  void anExplanationHasTheOffersAndTheChoice() {
    var run =
        run(
            "mct-by-index",
            GridSettings.DEFAULTS,
            reservation(1, 0, 10, 20, 4),
            reservation(2, 0, 10, 20, 4),
            reservation(3, 0, 10, 20, 4));

    assertThat(SYSTEM.explainer().explain(run, "3"))
        .containsExactly(
            "mct-by-index: job 3 asks for 4 processors, runs 10 s and is to be reserved 10 s"
                + " between 10 s and 20 s",
            "  at 0 s it joins the grid queue",
            "  at 0 s provider 0 offers 20 s to 30 s (10 s late); it has 40 processor seconds"
                + " reserved for others",
            "  at 0 s provider 1 offers 20 s to 30 s (10 s late); it has 40 processor seconds"
                + " reserved for others",
            "  at 0 s provider 0 reserves 20 s to 30 s (10 s late) for it: the earliest start,"
                + " equal to the start at 1 more; the first by index",
            "  at 20 s it starts on provider 0, when its reservation begins",
            "  at 30 s it ends",
            "  outcome: finished on provider 0, wait 20 s, flow 30 s, reservation 10 s late");
    assertThat(SYSTEM.explainer().explain(run, "4")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          random       | drawn at random
          mct          | the earliest start
          mct-by-index | the earliest start
          ar-priority  | the first that ends in time
          ar-gather    | of the providers in time, it has the most reserved
          """)
  void everyPolicyStatesTheReasonOfItsChoice(String policy, String why) {
    var run =
        run(
            policy,
            GridSettings.DEFAULTS,
            reservation(1, 0, 10, 20, 2),
            reservation(2, 0, 10, 20, 1));

    assertThat(SYSTEM.explainer().explain(run, "2"))
        .anyMatch(line -> line.contains("reserves 10 s to 20 s (in time) for it: " + why));
    assertThat(TwoLevelRules.violations(run)).isEmpty();
  }

  @Test
  void providersSetApartAreTheOnlyOnesAsked() {
    var run =
        run(
            "mct",
            GridSettings.DEFAULTS.withSetApart(1),
            batch(1, 0, 10),
            reservation(2, 0, 10, 20, 2));

    assertThat(SYSTEM.explainer().explain(run, "1"))
        .contains(
            "  at 0 s it is sent to provider 1, where 0 batch jobs wait: no other provider takes"
                + " such jobs");
    assertThat(SYSTEM.explainer().explain(run, "2"))
        .contains(
            "  at 0 s provider 0 reserves 10 s to 20 s (in time) for it: no other provider takes"
                + " such jobs")
        .noneMatch(line -> line.contains("provider 1"));
  }

  @Test
  void postponementsAreExplained() {
    var grid =
        GridSettings.DEFAULTS
            .withPeriodTicks(60_000)
            .withQueueing(GridSettings.Queueing.IN_ORDER_OF_ARRIVAL);
    var run =
        run(
            "mct",
            grid,
            batch(9, 1, 1),
            batch(1, 2, 10),
            reservation(2, 3, 10, 20, 2),
            batch(3, 61, 5));

    assertThat(SYSTEM.explainer().explain(run, "1"))
        .contains(
            "  at 2 s it is postponed to 61 s, because the grid queue is served every 60 s",
            "  at 61 s it is sent to provider 0, where 0 batch jobs wait: the fewest waiting jobs",
            "  at 61 s it starts on provider 0, after 0 s in its queue");
    assertThat(SYSTEM.explainer().explain(run, "2"))
        .contains(
            "  at 3 s it is postponed to 61 s, because the grid queue is served every 60 s, and"
                + " reservations in their turn (ar-fcfs)",
            "  outcome: finished on provider %d, wait 58 s, flow 68 s, reservation 51 s late"
                .formatted(run.jobs().get(2).provider()));
    assertThat(SYSTEM.explainer().explain(run, "3")).noneMatch(line -> line.contains("postponed"));
    assertThat(TwoLevelRules.violations(run)).isEmpty();
  }

  @Test
  void refusalsAreExplained() {
    var grid = GridSettings.DEFAULTS.withLateness(Lateness.REFUSED);
    var tooLong = new GridJob.Interval(10_000, 15_000, 10_000);
    var run =
        run(
            "mct-by-index",
            grid,
            reservation(1, 0, 10, 20, 4),
            reservation(2, 0, 10, 20, 4),
            reservation(3, 0, 10, 20, 4),
            wide(4),
            new GridJob(5, 0, 10_000, 1, 10_000, Optional.of(tooLong), Precedence.NONE),
            reservation(6, 15, 10, 20, 1));

    assertThat(SYSTEM.explainer().explain(run, "3"))
        .endsWith(
            "  at 0 s it is refused by provider 0: at no start in its interval are enough"
                + " processors free, and it must not be late",
            "  outcome: refused");
    assertThat(SYSTEM.explainer().explain(run, "4"))
        .endsWith(
            "  at 0 s it is refused by the grid: it asks for more processors than a provider has"
                + " (needs 5, a provider has 4)",
            "  outcome: refused");
    assertThat(SYSTEM.explainer().explain(run, "5"))
        .contains(
            "  at 0 s it is refused by the grid: it is longer than its interval (needs 10 s, has 5"
                + " s)");
    assertThat(SYSTEM.explainer().explain(run, "6"))
        .contains(
            "  at 15 s it is refused by provider 0: even a start at once would be too late"
                + " (needs 10 s, 5 s are left)");
    assertThat(TwoLevelRules.violations(run)).isEmpty();
  }

  @Test
  void aLateReservationThatMovesForwardStatesItsOldStart() {
    // the batch jobs end at 10 s, long before their limits of 100 s
    var run =
        run(
            "ar-gather",
            GridSettings.DEFAULTS,
            limited(1, 0, 10, 100, 4),
            limited(2, 0, 10, 100, 4),
            reservation(3, 5, 20, 30, 4));

    assertThat(SYSTEM.explainer().explain(run, "3"))
        .containsSubsequence(
            "  at 5 s provider 0 reserves 100 s to 110 s (80 s late) for it: the earliest start,"
                + " equal to the start at 1 more; the first by index",
            "  at 10 s jobs have ended early, so it gives up 100 s to 110 s (80 s late) on provider"
                + " 0 to request again",
            "  at 10 s provider 0 reserves 20 s to 30 s (in time) for it: of the providers in time,"
                + " it has the most reserved",
            "  outcome: finished on provider 0, wait 15 s, flow 25 s, reservation in time");
    assertThat(TwoLevelRules.violations(run)).isEmpty();
  }

  @Test
  void aStoppedJobStatesIt() {
    var interval = new GridJob.Interval(10_000, 20_000, 10_000);
    var run =
        run(
            "mct",
            GridSettings.DEFAULTS,
            new GridJob(1, 0, 15_000, 4, 15_000, Optional.of(interval), Precedence.NONE));

    assertThat(SYSTEM.explainer().explain(run, "1"))
        .endsWith(
            "  at 20 s it is stopped, because its reservation ends before it is done",
            "  outcome: stopped on provider %d, wait 10 s, flow 20 s, reservation in time"
                .formatted(run.jobs().get(0).provider()));
  }

  @Test
  void ofManyOffersTheFirstAndTheChosenAreKept() {
    var setting =
        new TwoLevelSetting(
            60, 4, "first-fit", 0, "load-balance", "ar-priority", GridSettings.DEFAULTS);
    var jobs = new ArrayList<GridJob>();
    for (long id = 1; id <= 50; id++) {
      jobs.add(reservation(id, 0, 10, 20, 4));
    }

    var run = TwoLevelReplay.run(jobs, setting, SEEDS);

    assertThat(TwoLevelRules.violations(run)).isEmpty();
    assertThat(SYSTEM.explainer().explain(run, "1"))
        .hasSize(32 + 6)
        .anyMatch(line -> line.endsWith("(28 more offers are not kept)"));
    assertThat(run.events())
        .filteredOn(row -> row.event() == TwoLevelEventRow.Event.OFFERED)
        .hasSize(1000 + 50);
  }

  private static TwoLevelRun run(String policy, GridSettings grid, GridJob... jobs) {
    var setting = new TwoLevelSetting(2, 4, "first-fit", 0, "load-balance", policy, grid);
    return TwoLevelReplay.run(List.of(jobs), setting, SEEDS);
  }

  private static GridJob batch(long id, long submit, long run) {
    return limited(id, submit, run, run, 2);
  }

  private static GridJob limited(long id, long submit, long run, long limit, int processors) {
    return new GridJob(
        id, submit * 1000, run * 1000, processors, limit * 1000, Optional.empty(), Precedence.NONE);
  }

  private static GridJob late(long id) {
    return reservation(id, 0, 10, 20, 4);
  }

  private static GridJob wide(long id) {
    return reservation(id, 0, 10, 20, 5);
  }

  private static GridJob reservation(long id, long submit, long ready, long due, int processors) {
    var interval = new GridJob.Interval(ready * 1000, due * 1000, (due - ready) * 1000);
    long length = (due - ready) * 1000;
    return new GridJob(
        id, submit * 1000, length, processors, length, Optional.of(interval), Precedence.NONE);
  }
}
