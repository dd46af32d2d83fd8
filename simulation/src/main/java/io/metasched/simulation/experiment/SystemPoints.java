package io.metasched.simulation.experiment;

import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Figure.Point;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.study.TradeOff;
import io.metasched.simulation.translation.CommonBounds;
import io.metasched.simulation.translation.CommonMetric;
import io.metasched.simulation.translation.CommonSource;
import io.metasched.simulation.translation.CommonWorkload;
import io.metasched.simulation.translation.TranslatedRuns;
import io.metasched.simulation.translation.Translation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Results of all systems by all of their policies on the same jobs. Each source of jobs has a row
 * for the bound that no schedule can beat, and a row for each policy; each metric has a column.
 *
 * @param translations translations of the jobs to the systems
 * @param sources labels of the sources
 * @param metrics columns
 */
record SystemPoints(
    List<Translation<?>> translations, List<String> sources, List<CommonMetric> metrics) {
  SystemPoints {
    translations = List.copyOf(translations);
    sources = List.copyOf(sources);
    metrics = List.copyOf(metrics);
  }

  private static final String BOUND = "bound";

  private static String boundRow(String source) {
    return source + ": " + BOUND;
  }

  /** Returns the labels of all policies of all systems, in order. */
  List<String> policyLabels() {
    return policies().stream().map(SystemPolicy::label).toList();
  }

  private List<SystemPolicy> policies() {
    return translations.stream()
        .flatMap(
            each -> each.policies().stream().map(policy -> new SystemPolicy(each.name(), policy)))
        .toList();
  }

  /** Returns all cells, none of which has a published value. */
  List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var source : sources) {
      var rows = new ArrayList<String>();
      rows.add(boundRow(source));
      policies().forEach(policy -> rows.add(policy.row(source)));
      for (var row : rows) {
        metrics.forEach(metric -> measures.add(Measure.ours(row, metric.key())));
      }
    }
    return measures;
  }

  /**
   * Returns a replicable that runs and checks all systems; in one replication, all systems have the
   * same jobs.
   */
  Replicable replicable(List<CommonSource> from, String stream) {
    return (replication, observations) -> {
      for (var source : from) {
        var workload = source.workloads().apply(replication.seeds(stream));
        put(boundRow(source.label()), CommonBounds.of(workload), observations);
        for (var translation : translations) {
          run(translation, source, workload, observations);
        }
      }
    };
  }

  private <R extends RunTables> void run(
      Translation<R> translation,
      CommonSource source,
      CommonWorkload workload,
      Observations observations) {
    TranslatedRuns.run(
        translation,
        workload,
        (system, policy, values) -> {
          observations.scheduleChecked();
          put(new SystemPolicy(system, policy).row(source.label()), values, observations);
        });
  }

  private void put(String row, Map<CommonMetric, Double> values, Observations observations) {
    for (var metric : metrics) {
      observations.put(row, metric.key(), values.getOrDefault(metric, Double.NaN));
    }
  }

  /** Returns a bar chart for each metric, with the policies of all systems side by side. */
  List<Figure> bars(List<CommonMetric> shown) {
    return shown.stream()
        .map(
            metric ->
                new Figure(
                    metric.title(),
                    "policy",
                    metric.axis(),
                    Kind.BARS,
                    sources.stream().map(source -> curve(source, metric)).toList()))
        .toList();
  }

  /** Returns the chart of all policies of a source by any two metrics. */
  TradeOff tradeOff() {
    var groups = new ArrayList<TradeOff.Group>();
    for (var source : sources) {
      var rows =
          policies().stream()
              .map(policy -> new TradeOff.Row(policy.label(), policy.row(source)))
              .toList();
      groups.add(new TradeOff.Group(source, rows, Optional.of(boundRow(source))));
    }
    var axes =
        metrics.stream()
            .map(metric -> new TradeOff.Axis(metric.key(), metric.axis(), metric.isMoreBetter()))
            .toList();
    return new TradeOff(groups, axes);
  }

  private Curve curve(String source, CommonMetric metric) {
    var shown = new ArrayList<Point>();
    shown.add(new Point(BOUND, new Series(boundRow(source), metric.key())));
    policies()
        .forEach(policy -> shown.add(new Point(policy.label(), policy.series(source, metric))));
    return new Curve(source, shown);
  }
}
