package io.metasched.simulation.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.scenario.Inputs;
import io.metasched.simulation.scenario.LogFolders;
import io.metasched.simulation.scenario.ReadTraces;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.system.Systems;
import io.metasched.simulation.system.cyclic.metric.JobGroup;
import io.metasched.simulation.system.cyclic.model.InstanceFactory;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.workload.trace.fixture.SwfText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios swept over the values of a key. */
final class SweepTest {
  private static final long SEED = 42;

  /** Number of columns: the metrics in tables, and the share of incomplete runs. */
  private static final int COLUMNS = 24;

  @TempDir private Path folder;

  @Test
  void everyNumberIsThatOfADirectRun() {
    var measured = measured(sweep("jobs.per-cycle=4, 9", "policies=[css,fcfs]"), 3, 2);

    assertThat(measured.schedulesChecked()).isEqualTo(2 * 2 * 3);
    for (int jobs : List.of(4, 9)) {
      for (var policy : List.of("css", "fcfs")) {
        var row = "jobs.per-cycle=%d, %s".formatted(jobs, policy);
        check(measured, row, "finished", run -> JobGroup.of(run).finished(), jobs, policy);
        check(measured, row, "waiting", run -> JobGroup.of(run).waiting(), jobs, policy);
        check(measured, row, "failedCycles", run -> run.header().failedCycles(), jobs, policy);
        check(measured, row, "meanStart", run -> JobGroup.of(run).meanStart(), jobs, policy);
        check(measured, row, "meanRuntime", run -> JobGroup.of(run).meanRuntime(), jobs, policy);
        check(measured, row, "meanFinish", run -> JobGroup.of(run).meanFinish(), jobs, policy);
        check(measured, row, "meanCost", run -> JobGroup.of(run).meanCost(), jobs, policy);
        check(measured, row, "meanProcTime", run -> JobGroup.of(run).meanProcTime(), jobs, policy);
        check(
            measured,
            row,
            "meanAlternatives",
            run -> JobGroup.of(run).meanAlternatives(),
            jobs,
            policy);
        check(measured, row, "utilisation", SweepTest::utilisation, jobs, policy);
        check(measured, row, "income", SweepTest::income, jobs, policy);
      }
    }
  }

  private static void check(
      ObservedValues measured,
      String row,
      String column,
      ToDoubleFunction<CyclicRun> value,
      int jobs,
      String policy) {
    for (int replication = 0; replication < measured.replications(); replication++) {
      double expected = value.applyAsDouble(direct(jobs, policy, replication));
      assertThat(measured.values(row, column)[replication])
          .as("%s / %s", row, column)
          .isCloseTo(expected, within(1e-9 * Math.max(1, Math.abs(expected))));
    }
  }

  private static CyclicRun direct(int jobs, String policy, int replication) {
    var text = text("jobs.per-cycle=" + jobs, "policies=[%s]".formatted(policy));
    var scenario = ScenarioReader.read(text, Policies.builtIn());
    var instance = InstanceFactory.of(scenario, new Seeds(SEED, "default", replication), Path::of);
    return EngineLoop.run(instance.begin(policy, Progress.NONE), "direct");
  }

  /** Computes the utilisation from the placements alone. */
  private static double utilisation(CyclicRun run) {
    long used = run.placements().stream().mapToLong(part -> part.realEnd() - part.start()).sum();
    return (double) used / run.nodes().size() / run.header().endTick();
  }

  /** Sums all charges; there are no refunds. */
  private static double income(CyclicRun run) {
    return run.jobs().stream().mapToLong(job -> job.costMilli()).sum() / 1000.0;
  }

  @Test
  void theNumberOfThreadsChangesNothing() {
    var sweep = sweep("nodes.count=8,16", "policies=[backfilling,fcfs]");

    var one = measured(sweep, 5, 1);
    var many = measured(sweep, 5, 4);

    for (var series : one.series()) {
      assertThat(many.values(series.row(), series.column()))
          .containsExactly(one.values(series.row(), series.column()));
    }
    assertThat(one.values("nodes.count=8, fcfs", "meanFinish")).doesNotHaveDuplicates();
  }

  @Test
  void aKeyThatChangesNothingGeneratedLeavesTheSameNodesAndJobs() {
    var measured = measured(sweep("policy.bsf.n=2,8", "policies=[fcfs,bsf]"), 4, 2);

    for (var column : List.of("finished", "meanFinish", "meanCost", "income")) {
      assertThat(measured.values("policy.bsf.n=8, fcfs", column))
          .containsExactly(measured.values("policy.bsf.n=2, fcfs", column));
    }
    assertThat(measured.values("policy.bsf.n=8, bsf", "meanAlternatives"))
        .isNotEqualTo(measured.values("policy.bsf.n=2, bsf", "meanAlternatives"));
  }

  @Test
  void aSweepOfOneValueIsAReplicatedSimulation() {
    var result = result(sweep("jobs.per-cycle=4", "policies=[fcfs]"), 2, 1);

    assertThat(result.cells()).hasSize(COLUMNS);
    assertThat(result.cells()).allMatch(cell -> cell.measure().paper().isEmpty());
    assertThat(result.figures()).hasSize(COLUMNS);
    assertThat(result.figures().get(0).title()).startsWith("Submitted jobs");
    assertThat(result.figures().get(0).curves()).hasSize(1);
    assertThat(result.claims()).isEmpty();
  }

  @Test
  void numbersAreAnAxisAndDrawnAsLines() {
    var figure = sweep("time.horizon=1200,600,9e2", "policies=[fcfs,css]").figures().get(0);

    assertThat(figure.kind()).isEqualTo(Kind.LINES);
    assertThat(figure.xLabel()).isEqualTo("time.horizon");
    assertThat(figure.curves()).extracting(Figure.Curve::label).containsExactly("fcfs", "css");
    assertThat(figure.curves().get(0).points())
        .extracting(Figure.Point::x)
        .containsExactly("600", "9e2", "1200");
  }

  @Test
  void otherValuesAreDrawnAsBarsInTheirOrder() {
    var sweep = sweep("jobs.criteria=[finish, start],\"x\"".replace("\"x\"", "[cost]"));

    assertThat(sweep.values()).containsExactly("[finish, start]", "[cost]");
    assertThat(sweep.figures().get(0).kind()).isEqualTo(Kind.BARS);
    assertThat(sweep.measures().get(0).series().row())
        .isEqualTo("jobs.criteria=[finish, start], fcfs");
  }

  @Test
  void valuesMayBeSectionsAndQuoted() {
    assertThat(sweep("jobs.nodes={least=1,most=2},{least=2,most=3}").values())
        .containsExactly("{least=1,most=2}", "{least=2,most=3}");
    assertThat(sweep("vo.goal=\"min-time\", min-cost").values())
        .containsExactly("\"min-time\"", "min-cost");
    assertThat(SweptKey.parse("log.file=\"a,\\\",b\",c").values())
        .containsExactly("\"a,\\\",b\"", "c");
  }

  @Test
  void policiesThemselvesMayBeSweptOver() {
    var sweep = sweep("policies=[css],[fcfs,css]");

    assertThat(sweep.measures()).hasSize(3 * COLUMNS);
    assertThat(sweep.figures().get(0).curves()).hasSize(2);
    assertThat(sweep.figures().get(0).curves().get(1).points()).hasSize(1);
  }

  @Test
  void aLogIsReadBeforeTheFirstRunAndOnlyThen() throws IOException {
    var log = folder.resolve("log.swf");
    var text = SwfText.machine(8);
    for (int id = 1; id <= 12; id++) {
      text.job(id, "2=" + id * 600, "4=" + (100 + id * 70), "8=" + (1 + id % 8), "9=1200");
    }
    text.writeTo(log);
    var trace = Systems.SCENARIOS.packed("trace").with("log.file=\"" + log + "\"", "test");
    var sweep = sweep(trace.with("policies=[fcfs,css]", "test"), "nodes.count=8,16");

    Files.delete(log);
    var measured = measured(sweep, 2, 2);

    for (var row : List.of("nodes.count=8, fcfs", "nodes.count=16, css")) {
      assertThat(measured.mean(row, "finished")).isPositive();
      assertThat(measured.mean(row, "waiting")).isZero();
      assertThat(measured.mean(row, "incomplete")).isZero();
    }
    assertThat(sweep.incompleteRows(measured)).isEmpty();
  }

  @Test
  void runsThatEndAtTheirLimitOfCyclesAreNamed() {
    var log = folder.resolve("log.swf");
    SwfText.machine(8).job(1, "2=0", "8=8").job(2, "2=90000", "8=8").writeTo(log);
    var trace = Systems.SCENARIOS.packed("trace").with("log.file=\"" + log + "\"", "test");
    var sweep = sweep(trace.with("policies=[fcfs]", "test"), "time.max-cycles=1,10000");

    assertThat(sweep.incompleteRows(measured(sweep, 2, 1)))
        .containsExactly("time.max-cycles=1, fcfs");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          jobs.per-cycle                  | --over: allowed is key=a,b,c, given was 'jobs.per-cycle'
          =1,2                            | --over: allowed is key=a,b,c
          a b=1,2                         | --over: allowed is key=a,b,c
          jobs.per-cycle+=1               | --over: allowed is key=a,b,c
          jobs.per-cycle=                 | --over jobs.per-cycle: a value has 1 to 200 characters
          jobs.per-cycle=1,,2             | --over jobs.per-cycle: a value has 1 to 200 characters
          jobs.per-cycle=5,6,5            | --over jobs.per-cycle: the values must differ, given were '5'
          jobs.per-cycle=5,5.0            | the values must differ, given were '5' and '5.0'
          jobs.per-cicle=5                | --over jobs.per-cicle=5: unknown key 'jobs.per-cicle'; did you mean
          jobs.per-cycle=5,many           | --over jobs.per-cycle=many: jobs.per-cycle: allowed is
          jobs.per-cycle=[5,6]            | --over jobs.per-cycle=[5,6]: jobs.per-cycle
          jobs.per-cycle=5,{              | --over jobs.per-cycle={
          time.period=300,900             | --over time.period=900: default.conf
          jobs=5                          | --over jobs=5: jobs: allowed is a section
          seed=1,2                        | --over seed: each replication has seeds of its own
          jobs.source=synthetic,log       | --over jobs.source=log: log.file: the scenario takes
          """)
  void badKeysAndValuesAreOneLineThatNamesTheOption(String over, String message) {
    assertThatThrownBy(() -> sweep(over))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--over")
        .hasMessageContaining(message)
        .hasMessageMatching("[^\\n]*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"jobs.per-cycle=5\nseed=3", "jobs.per-cycle=5,\u001b[31m"})
  void aValueHasNoControlCharacters(String over) {
    assertThatThrownBy(() -> sweep(over))
        .isInstanceOf(UsageException.class)
        .hasMessageMatching("--over: allowed is key=a,b,c[^\\p{Cntrl}]*");
  }

  @Test
  void valuesAndRunsAreBounded() {
    var many = new StringBuilder("jobs.per-cycle=1");
    for (int value = 2; value <= 101; value++) {
      many.append(',').append(value);
    }

    assertThatThrownBy(() -> sweep(many.toString()))
        .hasMessage("--over jobs.per-cycle: allowed are at most 100 values, given were 101");
    var two = sweep("jobs.per-cycle=1,2");
    two.requireFewRuns(5000);
    assertThatThrownBy(() -> two.requireFewRuns(5001))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("at most 10000 runs under each policy, given were 2 values x 5001");
  }

  @Test
  void aScenarioThatIsWrongWithoutTheValuesIsNotBlamedOnThem() {
    assertThatThrownBy(() -> sweep("jobs.per-cycle=1,2", "time.cycles=0"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("test:1: time.cycles: allowed is");
  }

  // --- helpers

  private static ScenarioText text(String... settings) {
    var text = Systems.SCENARIOS.defaults();
    for (var setting : List.of("seed=" + SEED, "time.cycles=2", "jobs.per-cycle=6")) {
      text = text.with(setting, "test");
    }
    for (var setting : settings) {
      text = text.with(setting, "test");
    }
    return text;
  }

  private static Sweep sweep(String over, String... settings) {
    return sweep(text(settings.length == 0 ? new String[] {"policies=[fcfs]"} : settings), over);
  }

  private static Sweep sweep(ScenarioText text, String over) {
    return Sweep.of(
        Systems.of(text.schema()).system(),
        text,
        over,
        new Inputs(
            Policies.builtIn(), new LogFolders(Path.of("no-such-folder"))::find, new ReadTraces()));
  }

  private static ObservedValues measured(Sweep sweep, int replications, int threads) {
    return result(sweep, replications, threads).measurements();
  }

  private static ExperimentResult result(Sweep sweep, int replications, int threads) {
    return ExperimentResult.of(
        sweep,
        new ReplicationRunner(sweep.seed(), replications, threads),
        new ExperimentContext(List.of(), () -> 0),
        done -> {});
  }
}
