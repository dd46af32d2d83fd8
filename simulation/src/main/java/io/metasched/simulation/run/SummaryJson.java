package io.metasched.simulation.run;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.kernel.SimulatedSystem;
import io.metasched.simulation.metric.Grouping;
import io.metasched.simulation.metric.Metric;
import io.metasched.simulation.report.ExperimentFiles;
import io.metasched.simulation.rows.Fingerprints;
import io.metasched.simulation.rows.JsonText;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.rows.TableDigest;
import io.metasched.simulation.scenario.PluginJar;
import java.util.List;
import java.util.Map;

/**
 * Content of summary.json for a run of any system. All of it follows from the files of the run,
 * except for some fields (notes, plug-ins, locations of actors), which have fingerprints.
 */
final class SummaryJson {
  static final String POLICIES = "policies";
  static final String PLUGINS = "plugins";
  static final String FINGERPRINTS = Fingerprints.FIELD;

  /** Formula by which metrics are computed. */
  enum Formula {
    /** Formula for reports. */
    FAST {
      @Override
      <G> double of(Metric<G> metric, G group) {
        return metric.fast().applyAsDouble(group);
      }
    },
    /** Checker's own formula, independent of the formula for reports. */
    EXACT {
      @Override
      <G> double of(Metric<G> metric, G group) {
        return metric.exact().apply(group).map(Number::doubleValue).orElse(Double.NaN);
      }
    };

    abstract <G> double of(Metric<G> metric, G group);
  }

  private record Titles(
      @JsonPropertyDescription(RunTables.SCHEMA + ", as in the CSV files") int schema,
      @JsonPropertyDescription("the system") String kind,
      @JsonPropertyDescription("as in `run.csv`") String scenario,
      @JsonPropertyDescription("as in `run.csv`") String driver,
      @JsonPropertyDescription("as in `run.csv`") long seed,
      @JsonPropertyDescription("as in `run.csv`") String version,
      @JsonPropertyDescription("duration of all runs in seconds") double wallSeconds) {
    static Titles of(List<RunSummary> runs) {
      var first = runs.get(0).title();
      return new Titles(
          RunTables.SCHEMA,
          first.kind(),
          first.scenario(),
          first.driver(),
          first.seed(),
          first.version(),
          runs.stream().mapToDouble(run -> run.title().wallSeconds()).sum());
    }
  }

  private record Frame(
      @JsonUnwrapped Titles titles,
      @JsonPropertyDescription(
              "facts about the jobs, such as the log, the start of its time, and what was dropped")
          List<String> notes,
      @JsonPropertyDescription("jars with policies") List<PluginJar.Id> plugins,
      @JsonPropertyDescription("an object for each policy, with the keys below")
          List<ObjectNode> policies,
      @JsonPropertyDescription("fingerprints of the fields that do not follow from the tables")
          Unrecorded fingerprints) {}

  /** Fingerprints of facts that are in no table. */
  private record Unrecorded(String notes, String plugins, String scenario) {}

  private record PolicyTitle(
      @JsonPropertyDescription("name of the policy") String policy,
      @JsonPropertyDescription("as in `run.csv`") boolean complete,
      @JsonPropertyDescription("number of violations that the check found") int violations,
      @JsonPropertyDescription("SHA-256 of all placements: equal digests, equal placements")
          String placementsDigest) {}

  private SummaryJson() {}

  /** Returns the summary of the run of a policy. */
  static <R extends RunTables> ObjectNode policy(
      SimulatedSystem<R> system,
      R run,
      int violations,
      Map<String, TableDigest> tables,
      Formula formula) {
    var title = run.title();
    var json =
        JsonText.object(
            new PolicyTitle(
                title.policy(), title.complete(), violations, system.placementsDigest(run)));
    var metrics = system.metrics();
    metrics.ofRuns().forEach(metric -> put(json, metric, formula.of(metric, run)));
    metrics.groupings().forEach(grouping -> groups(json, grouping, run, formula));
    json.set(ExperimentFiles.TABLES, ExperimentFiles.tables(tables));
    return json;
  }

  /** Returns the summary of a run from which no numbers can be computed. */
  static ObjectNode empty(String policy) {
    return JsonNodeFactory.instance.objectNode().put("policy", policy);
  }

  private static <R, G> void groups(
      ObjectNode json, Grouping<R, G> grouping, R run, Formula formula) {
    var list = json.putArray(grouping.key());
    grouping
        .groups()
        .apply(run)
        .forEach(
            (label, group) -> {
              var node = list.addObject();
              if (label.matches("-?[0-9]{1,15}")) {
                node.put(grouping.label(), Long.parseLong(label));
              } else {
                node.put(grouping.label(), label);
              }
              grouping.metrics().forEach(m -> put(node, m, formula.of(m, group)));
            });
  }

  /**
   * Puts a number: {@code null} if it is not finite, without a decimal point if it is a whole
   * number of a counting unit.
   */
  private static void put(ObjectNode json, Metric<?> metric, double value) {
    if (Double.isNaN(value)) {
      json.putNull(metric.key());
    } else if (metric.unit().counts() && value == Math.rint(value)) {
      json.put(metric.key(), (long) value);
    } else {
      json.put(metric.key(), value);
    }
  }

  /**
   * Returns the summary of all runs without their policies.
   *
   * @param runs runs, one of each policy, at least one, without their rows
   */
  static ObjectNode frame(
      List<RunSummary> runs, List<String> notes, List<PluginJar.Id> plugins, String scenario) {
    return JsonText.object(
        new Frame(
            Titles.of(runs),
            notes,
            plugins,
            runs.stream().map(RunSummary::json).toList(),
            new Unrecorded(
                Fingerprints.of(JsonText.tree(notes)),
                Fingerprints.of(JsonText.tree(plugins)),
                Fingerprints.of(scenario))));
  }

  /** Returns the fields that follow from the titles of the runs. */
  static ObjectNode titles(List<RunSummary> runs) {
    return JsonText.object(Titles.of(runs));
  }

  /** Adds fields that cannot be computed from the tables, with a fingerprint of each. */
  static void add(ObjectNode summary, ObjectNode further) {
    var fingerprints = summary.withObject("/" + FINGERPRINTS);
    for (var field : further.properties()) {
      summary.set(field.getKey(), field.getValue());
      fingerprints.put(field.getKey(), Fingerprints.of(field.getValue()));
    }
  }
}
