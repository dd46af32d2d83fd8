package io.metasched.simulation;

import static io.metasched.resource.fixture.MadeDocs.code;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.resource.fixture.MadeDocs;
import io.metasched.simulation.driver.cluster.fault.Fault;
import io.metasched.simulation.input.InputFormat;
import io.metasched.simulation.kernel.SimulatedSystem;
import io.metasched.simulation.metric.Metric;
import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rule.ResultRule;
import io.metasched.simulation.rule.RunRule;
import io.metasched.simulation.study.CellFiles;
import io.metasched.simulation.study.StudyFiles;
import io.metasched.simulation.system.SystemEntry;
import io.metasched.simulation.system.Systems;
import io.metasched.simulation.system.cyclic.environment.LocalEntry;
import io.metasched.simulation.system.cyclic.environment.NodeEntry;
import io.metasched.simulation.translation.CommonMetric;
import io.metasched.simulation.workload.JobEntry;
import io.metasched.simulation.workload.UserEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Sections of the docs that are generated from columns, rules and metrics. */
final class DocsTest {
  private static final List<SimulatedSystem<?>> SYSTEMS =
      Systems.ALL.stream().<SimulatedSystem<?>>map(SystemEntry::system).toList();

  /** Run that has no columns. */
  private record Titled(RunTitle title) {}

  @Test
  void theFilesAndRulesOfResultsAreTheDeclaredOnes() throws Exception {
    var title = TableFormat.ofRecord(Titled.class, RunTitle.FILE, RunTitle.COLUMNS).columns();
    var sections = new TreeMap<>(json());
    sections.put("columns run.csv", columns(title));
    for (var format : List.of(StudyFiles.FORMAT, CellFiles.FORMAT, CellFiles.DIFFERENCE_FORMAT)) {
      sections.put("columns " + format.file(), columns(format.columns()));
    }
    for (var system : SYSTEMS) {
      for (var table : system.format().tables()) {
        var format = table.format();
        var columns = format.columns();
        sections.put(
            "columns %s %s".formatted(system.kind(), format.file()),
            columns(
                format.file().equals(RunTitle.FILE)
                    ? columns.subList(title.size(), columns.size())
                    : columns));
      }
      sections.put("rules " + system.kind(), rules(system.rules()));
    }

    sections.put("rules of runs", rules(ResultRule::ofRuns));
    sections.put("rules of studies", rules(ResultRule::ofStudies));

    MadeDocs.hold("docs/schema.md", sections);
  }

  private static List<String> rules(Function<ResultRule, Optional<String>> meaning) {
    var rows =
        Stream.of(ResultRule.values())
            .flatMap(
                each -> meaning.apply(each).map(text -> List.of(code(each.label()), text)).stream())
            .toList();
    return MadeDocs.table(List.of("rule", "holds"), rows);
  }

  @Test
  void theFaultsAreTheDeclaredOnes() throws IOException {
    var rows =
        Stream.of(Fault.Kind.values())
            .map(each -> List.of(code(each.registryName()), each.meaning()))
            .toList();

    MadeDocs.hold(
        "docs/cluster.md",
        Map.of("faults", MadeDocs.table(List.of("kind", "what happens to the JVM"), rows)));
  }

  private static Map<String, List<String>> json() throws ReflectiveOperationException {
    return Map.of(
        "json summary.json", JsonFields.table("run.SummaryJson$Frame", ""),
        "json policies", JsonFields.table("run.SummaryJson$PolicyTitle", "policies[]."),
        "json topology", JsonFields.table("rows.Deployment$Jvm", "topology[]."),
        "json traffic", JsonFields.table("rows.Deployment$Traffic", "traffic[]."),
        "json faults", JsonFields.table("cli.ClusterRunDriver$FaultJson", "faults[]."),
        "json check", JsonFields.table("cli.CheckCommand$Found", ""),
        "json rerun", JsonFields.table("cli.RerunFolder$Policies", ""),
        "json simulations", JsonFields.table("report.ComparisonJson$Simulations", ""),
        "json experiments", JsonFields.table("report.ComparisonJson$Studies", ""),
        "json experiment", JsonFields.table("report.ExperimentJson$Facts", ""));
  }

  @Test
  void thePoliciesAndMetricsAreTheDeclaredOnes() throws IOException {
    var sections = new TreeMap<String, List<String>>();
    SYSTEMS.forEach(system -> sections.put("metrics " + system.kind(), metrics(system)));
    sections.put("policies", policies());

    MadeDocs.hold("docs/glossary.md", sections);
  }

  private static List<String> policies() {
    var policies = Policies.builtIn();
    var rows =
        policies.names().stream()
            .map(name -> policies.named(name).orElseThrow())
            .map(
                each ->
                    List.of(code(each.name()), each.summary(), options(each.options().toString())))
            .toList();
    return MadeDocs.table(List.of("policy", "meaning", "options"), rows);
  }

  private static String options(String text) {
    return text.equals("{}") ? "" : code(text.substring(1, text.length() - 1));
  }

  @Test
  void theCommonMetricsAreTheDeclaredOnes() throws IOException {
    var rows =
        Stream.of(CommonMetric.values())
            .map(
                each ->
                    List.of(code(each.key()), each.unit().label(), each.formula(), each.bound()))
            .toList();

    MadeDocs.hold(
        "docs/experiments.md",
        Map.of("columns", MadeDocs.table(List.of("column", "unit", "formula", "`bound`"), rows)));
  }

  @Test
  void theColumnsOfInputAreTheDeclaredOnes() throws IOException {
    var sections = new TreeMap<String, List<String>>();
    for (var format :
        List.of(NodeEntry.FORMAT, UserEntry.FORMAT, JobEntry.FORMAT, LocalEntry.FORMAT)) {
      sections.put("columns " + format.name(), input(format));
    }

    MadeDocs.hold("docs/scenarios.md", sections);
  }

  @Test
  void eachColumnRuleAndMetricIsExplained() {
    for (var system : SYSTEMS) {
      system.format().tables().stream()
          .flatMap(table -> table.format().columns().stream())
          .forEach(column -> assertThat(column.meaning()).as(column.name()).isNotBlank());
      system.rules().forEach(rule -> assertThat(rule.meaning()).as(rule.name()).endsWith("."));
      system.metrics().ofRuns().stream()
          .filter(metric -> !metric.unit().counts() && metric.beside().isEmpty())
          .forEach(metric -> assertThat(metric.formula()).as(metric.key()).isNotBlank());
    }
  }

  private static List<String> columns(List<? extends Column<?, ?>> columns) {
    return MadeDocs.table(
        List.of("column", "values", "unit", "meaning"),
        columns.stream()
            .map(
                each ->
                    List.of(
                        code(each.name()), each.type().name(), each.unit().label(), each.meaning()))
            .toList());
  }

  private static List<String> rules(List<? extends RunRule<?>> rules) {
    return MadeDocs.table(
        List.of("rule", "holds"),
        rules.stream().map(rule -> List.of(code(rule.name()), rule.meaning())).toList());
  }

  private static List<String> input(InputFormat<?> format) {
    return MadeDocs.table(
        List.of("column", "values", "unit", "needed", "meaning"),
        format.columns().stream()
            .map(
                each ->
                    List.of(
                        code(each.name()),
                        each.type().allowed(),
                        each.unit().label(),
                        each.required() ? "yes" : "no",
                        each.meaning()))
            .toList());
  }

  /** Returns a row for each metric, with the groupings that have it. */
  private static List<String> metrics(SimulatedSystem<?> system) {
    var places = new LinkedHashMap<List<String>, List<String>>();
    add(system.metrics().ofRuns(), "run", places);
    for (var grouping : system.metrics().groupings()) {
      add(
          grouping.metrics(),
          "%s (%s)".formatted(code(grouping.key()), code(grouping.label())),
          places);
    }
    var rows = new ArrayList<List<String>>();
    places.forEach(
        (cells, of) -> {
          var row = new ArrayList<>(cells);
          row.add(2, String.join(", ", of));
          rows.add(row);
        });
    return MadeDocs.table(
        List.of("field in JSON", "column", "of", "meaning", "formula", "unit"), rows);
  }

  private static void add(
      List<? extends Metric<?>> metrics, String of, Map<List<String>, List<String>> places) {
    for (var metric : metrics) {
      if (metric.beside().isEmpty()) {
        var percentiles =
            metrics.stream().filter(each -> each.beside().equals(metric.key())).toList();
        put(
            List.of(
                code(metric.key()),
                metric.header(),
                metric.title(),
                metric.formula(),
                metric.unit().label()),
            of,
            places);
        if (!percentiles.isEmpty()) {
          put(
              List.of(
                  percentiles.stream().map(each -> code(each.key())).collect(joining(", ")),
                  percentiles.stream().map(Metric::header).collect(joining(", ")),
                  "percentiles of the values of " + code(metric.key()),
                  "",
                  metric.unit().label()),
              of,
              places);
        }
      }
    }
  }

  private static void put(List<String> row, String of, Map<List<String>, List<String>> places) {
    places.computeIfAbsent(row, each -> new ArrayList<>()).add(of);
  }
}
