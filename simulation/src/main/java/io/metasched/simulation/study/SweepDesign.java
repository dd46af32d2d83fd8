package io.metasched.simulation.study;

import io.metasched.simulation.kernel.SimulatedSystem;
import io.metasched.simulation.rows.Unit;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.study.ComparedCells.Cell;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Figure.Point;
import io.metasched.simulation.study.config.ExperimentInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Design of a sweep: its table and its figures, without the runs.
 *
 * @param scenario name of the scenario
 * @param swept key and values
 * @param variants one variant for each value, in order
 * @param statistics numbers taken from each run
 */
record SweepDesign(
    String scenario,
    SweptKey swept,
    List<Variant> variants,
    List<SweptSystem.Statistic> statistics) {

  /** Value with the policies that run with it. */
  record Variant(String value, List<String> policies) {
    Variant {
      policies = List.copyOf(policies);
    }
  }

  SweepDesign {
    variants = List.copyOf(variants);
    statistics = List.copyOf(statistics);
  }

  /**
   * Returns the design of a sweep whose results are read from files: the policies are taken from
   * its rows.
   *
   * @throws UsageException for a key or values that no sweep has
   */
  static SweepDesign recorded(
      SimulatedSystem<?> system,
      String scenario,
      String key,
      List<String> values,
      ObservedValues observed) {
    var swept = SweptKey.parse(key + "=" + String.join(",", values));
    var variants = new ArrayList<Variant>();
    for (var value : swept.values()) {
      var start = swept.setting(value) + ", ";
      var policies =
          observed.series().stream()
              .map(Series::row)
              .filter(row -> row.startsWith(start))
              .map(row -> row.substring(start.length()))
              .distinct()
              .toList();
      variants.add(new Variant(value, policies));
    }
    return new SweepDesign(scenario, swept, variants, SweptSystem.statistics(system));
  }

  ExperimentInfo profile() {
    return new ExperimentInfo(
        Sweep.NAME,
        "Effect of %s on the scenario %s.".formatted(swept.key(), scenario),
        "scenario %s, %s = %s".formatted(scenario, swept.key(), String.join(", ", swept.values())),
        10,
        0);
  }

  /** Returns the number of runs of a replication. */
  int runs() {
    return variants.stream().mapToInt(variant -> variant.policies().size()).sum();
  }

  List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var variant : variants) {
      for (var policy : variant.policies()) {
        for (var statistic : statistics) {
          measures.add(Measure.ours(row(variant.value(), policy), statistic.column()));
        }
      }
    }
    return measures;
  }

  String row(String value, String policy) {
    return swept.setting(value) + ", " + policy;
  }

  /** Returns the policies, in the order in which they are run first. */
  List<String> policies() {
    return variants.stream().flatMap(variant -> variant.policies().stream()).distinct().toList();
  }

  /** Returns whether a statistic is a share. */
  boolean isShare(Series cell) {
    return statistics.stream()
        .filter(statistic -> statistic.column().equals(cell.column()))
        .anyMatch(statistic -> statistic.unit().equals(Unit.SHARE.label()));
  }

  /**
   * Returns the groups of cells that differ in the policy only: the cells of one value, or all
   * cells if the values themselves are policies.
   */
  List<ComparedCells> compared() {
    boolean isOverPolicies = swept.key().equals("policies") && policies().size() == runs();
    var groups = new LinkedHashMap<Series, List<Cell>>();
    for (var variant : variants) {
      var condition = isOverPolicies ? "" : swept.setting(variant.value());
      for (var policy : variant.policies()) {
        for (var statistic : statistics) {
          var series = new Series(row(variant.value(), policy), statistic.column());
          groups
              .computeIfAbsent(
                  new Series(condition, statistic.column()), place -> new ArrayList<>())
              .add(new Cell(policy, series));
        }
      }
    }
    var compared = new ArrayList<ComparedCells>();
    groups.forEach(
        (place, cells) -> compared.add(new ComparedCells(place.row(), place.column(), cells)));
    return compared;
  }

  List<Figure> figures() {
    var figures = new ArrayList<Figure>();
    for (var statistic : statistics) {
      figures.add(figure(statistic));
    }
    return figures;
  }

  private Figure figure(SweptSystem.Statistic statistic) {
    var curves = new ArrayList<Curve>();
    for (var policy : policies()) {
      var points = new ArrayList<Point>();
      for (var value : swept.ordered()) {
        if (isRun(value, policy)) {
          points.add(new Point(value, new Series(row(value, policy), statistic.column())));
        }
      }
      curves.add(new Curve(policy, points));
    }
    var kind = swept.isNumeric() ? Kind.LINES : Kind.BARS;
    return new Figure(statistic.title(), swept.key(), statistic.unit(), kind, curves);
  }

  /**
   * Returns whether a policy is run with a value; in a sweep over policies, some combinations may
   * be missing.
   */
  private boolean isRun(String value, String policy) {
    return variants.stream()
        .filter(variant -> variant.value().equals(value))
        .flatMap(variant -> variant.policies().stream())
        .anyMatch(policy::equals);
  }
}
