package io.metasched.simulation.system.cyclic.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.metric.Grouping;
import io.metasched.simulation.metric.Metric;
import io.metasched.simulation.system.Systems;
import io.metasched.simulation.system.cyclic.model.InstanceFactory;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.fixture.RunFiles;
import io.metasched.simulation.system.cyclic.rows.fixture.RunText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Metrics computed by two formulas that agree, and metrics of runs that are read from their files.
 */
final class CyclicMetricsTest {
  @TempDir private Path folder;

  static Stream<List<String>> scenarios() {
    var small =
        IntStream.rangeClosed(1, 6)
            .mapToObj(
                seed ->
                    List.of(
                        "seed=" + seed,
                        "policies=[batch-slicer, bsf]",
                        "time.cycles=%d".formatted(1 + seed % 3),
                        "vo.count=%d".formatted(1 + seed % 2),
                        "jobs.per-cycle=%d".formatted(3 * seed),
                        "nodes.count=%d".formatted(5 + 2 * seed),
                        "policy.batch-slicer.replan=each-cycle",
                        "users.refund=unused",
                        "users.withdrawal.rate=0.1"));
    return Stream.concat(Stream.of(List.of()), small);
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void bothFormulasOfEachMetricAgreeAndTheRunIsReadBack(List<String> settings) throws IOException {
    var text = Systems.SCENARIOS.defaults();
    for (var setting : settings) {
      text = text.with(setting, "--set");
    }
    var scenario = ScenarioReader.read(text, Policies.builtIn());
    var instance = InstanceFactory.of(scenario, Path::of);
    for (var policy : instance.policies()) {
      var run = EngineLoop.run(instance.begin(policy, Progress.NONE), "test");

      requireAgreement(run);
      RunFiles.write(run, folder);
      assertThat(RunFiles.read(folder)).isEqualTo(run);
    }
  }

  @Test
  void bothFormulasAgreeOnRowsMadeByHand() {
    requireAgreement(RunText.small().read());
    requireAgreement(RunText.small().with("placements.csv", header("placements.csv")).read());
    requireAgreement(RunText.small().with("jobs.csv", header("jobs.csv")).read());
  }

  private static String header(String file) {
    return RunText.small().file(file).lines().findFirst().orElseThrow() + "\n";
  }

  @Test
  void keysAndLabelsAreUnique() {
    assertUnique(CyclicMetrics.ALL.ofRuns());
    for (var grouping : CyclicMetrics.ALL.groupings()) {
      assertUnique(grouping.metrics());
    }
  }

  private static <G> void assertUnique(List<Metric<G>> metrics) {
    var keys = metrics.stream().map(Metric::key).toList();
    assertThat(keys).doesNotHaveDuplicates().isNotEmpty();
    var headers = metrics.stream().map(Metric::header).filter(h -> !h.isEmpty()).toList();
    assertThat(headers).doesNotHaveDuplicates();
  }

  @Test
  void groupsComeInTheOrderOfWhatTheyHaveInCommon() {
    var rows = new ArrayList<>(RunText.small().rows("jobs.csv"));
    var text = new StringBuilder(header("jobs.csv"));
    rows.forEach(row -> text.append(row.replaceFirst("^(\\S+?),1,", "$1,10,")).append('\n'));
    rows.stream()
        .limit(1)
        .forEach(row -> text.append(row.replaceFirst("^1,0,", "9,2,")).append('\n'));
    var run = RunText.small().with("jobs.csv", text.toString()).read();

    var labels = new ArrayList<String>();
    for (var grouping : CyclicMetrics.ALL.groupings()) {
      labels.addAll(grouping.groups().apply(run).keySet());
    }
    assertThat(String.join(",", labels))
        .isEqualTo(
            "start,cost,runtime,finish,proctime,energy,anna,user 2,user 10,north,south,physics,1");
  }

  private static void requireAgreement(CyclicRun run) {
    agree(CyclicMetrics.ALL.ofRuns(), run, "run");
    for (var grouping : CyclicMetrics.ALL.groupings()) {
      groupsAgree(grouping, run);
    }
  }

  private static <G> void groupsAgree(Grouping<CyclicRun, G> grouping, CyclicRun run) {
    grouping
        .groups()
        .apply(run)
        .forEach((label, group) -> agree(grouping.metrics(), group, grouping.key() + label));
  }

  private static <G> void agree(List<Metric<G>> metrics, G group, String whose) {
    for (var metric : metrics) {
      double fast = metric.fast().applyAsDouble(group);
      var exact = metric.exact().apply(group);
      assertThat(exact.isPresent()).as("%s %s", whose, metric.key()).isEqualTo(!Double.isNaN(fast));
      exact.ifPresent(
          value ->
              assertThat(fast)
                  .as("%s %s", whose, metric.key())
                  .isCloseTo(value.doubleValue(), within(1e-9 * Math.abs(value.doubleValue()))));
    }
  }
}
