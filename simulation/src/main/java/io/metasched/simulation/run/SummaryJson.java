package io.metasched.simulation.run;

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
    /** Checker's own formula, independent of that for reports. */
    EXACT {
      @Override
      <G> double of(Metric<G> metric, G group) {
        return metric.exact().apply(group).map(Number::doubleValue).orElse(Double.NaN);
      }
    };

    abstract <G> double of(Metric<G> metric, G group);
  }

  private SummaryJson() {}

  /** Returns the summary of the run of a policy. */
  static <R extends RunTables> ObjectNode policy(
      SimulatedSystem<R> system,
      R run,
      int violations,
      Map<String, TableDigest> tables,
      Formula formula) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("policy", run.title().policy());
    json.put("complete", run.title().complete());
    json.put("violations", violations);
    json.put("placementsDigest", system.placementsDigest(run));
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
    var json = titles(runs);
    put(json, "notes", notes);
    json.set(PLUGINS, JsonText.tree(plugins));
    var policies = json.putArray(POLICIES);
    runs.forEach(run -> policies.add(run.json()));
    var fingerprints = json.putObject(FINGERPRINTS);
    fingerprints.put("notes", Fingerprints.of(json.path("notes")));
    fingerprints.put(PLUGINS, Fingerprints.of(json.path(PLUGINS)));
    fingerprints.put("scenario", Fingerprints.of(scenario));
    return json;
  }

  /** Returns the fields that follow from the titles of the runs. */
  static ObjectNode titles(List<RunSummary> runs) {
    var first = runs.get(0).title();
    var json = JsonNodeFactory.instance.objectNode();
    json.put("schema", RunTables.SCHEMA);
    json.put("kind", first.kind());
    json.put("scenario", first.scenario());
    json.put("driver", first.driver());
    json.put("seed", first.seed());
    json.put("version", first.version());
    json.put("wallSeconds", runs.stream().mapToDouble(run -> run.title().wallSeconds()).sum());
    return json;
  }

  private static void put(ObjectNode json, String field, List<String> texts) {
    var array = json.putArray(field);
    texts.forEach(array::add);
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
