package io.metasched.simulation.report;

import static io.metasched.metascheduler.program.TextTable.left;
import static io.metasched.metascheduler.program.TextTable.right;

import com.github.freva.asciitable.ColumnData;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.metascheduler.program.TextTable;
import io.metasched.simulation.study.Comparison;
import io.metasched.simulation.study.Difference;
import io.metasched.simulation.study.RunComparison;
import io.metasched.simulation.study.RunComparison.Side;
import io.metasched.simulation.study.SeveralComparisons;
import io.metasched.simulation.study.SimulationComparison;
import io.metasched.simulation.study.StudyComparison;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.Function;

/** Printed tables of a comparison: the first result is A, the second B. */
public final class ComparisonTable {
  private static final String OVER_JOBS =
      "Intervals of 95 % over jobs describe the jobs of these runs, which share nodes and"
          + " queue; to distinguish\npolicies, replicate (metasched sweep).\n";

  private ComparisonTable() {}

  /** Returns the tables, with remarks for the reader. */
  public static String of(Comparison comparison) {
    if (comparison instanceof SeveralComparisons several) {
      return several(several);
    }
    return comparison instanceof StudyComparison studies
        ? studies(studies)
        : simulations((SimulationComparison) comparison);
  }

  /** Difference of one of several results from the first. */
  private record Other(String row, String measure, String which, Difference difference) {}

  private static String several(SeveralComparisons several) {
    var text = new StringBuilder();
    var others = new ArrayList<Other>();
    text.append("A is %s%n".formatted(shown(several.names().get(0))));
    for (int at = 0; at < several.others().size(); at++) {
      var which = letter(at + 1);
      var comparison = several.others().get(at);
      text.append("%s is %s%n".formatted(which, shown(several.names().get(at + 1))));
      if (comparison instanceof StudyComparison studies) {
        text.append("  ").append(how(studies)).append('\n');
        studies
            .differences()
            .forEach(
                one ->
                    others.add(
                        new Other(
                            shown(one.series().row()),
                            shown(one.series().column()),
                            which,
                            one.difference())));
      } else if (comparison instanceof SimulationComparison simulations) {
        boolean isOfOne = simulations.runs().size() == 1;
        simulations.runs().forEach(run -> addAll(others, run, isOfOne, which));
      }
    }
    // group by row and measure; keep the results in their order
    var places = others.stream().map(one -> List.of(one.row(), one.measure())).distinct().toList();
    others.sort(
        Comparator.comparingInt((Other one) -> places.indexOf(List.of(one.row(), one.measure())))
            .thenComparing(Other::which));
    var columns = new ArrayList<ColumnData<Other>>();
    columns.add(left("row", Other::row));
    columns.add(left("measure", Other::measure));
    columns.add(right("count", one -> Integer.toString(one.difference().change().count())));
    columns.add(left("X", Other::which));
    columns.addAll(differences("X", Other::difference));
    text.append(TextTable.of(others, columns));
    if (several.others().get(0) instanceof SimulationComparison) {
      text.append(OVER_JOBS);
    }
    return text.toString();
  }

  private static String letter(int at) {
    return at < 26 ? String.valueOf((char) ('A' + at)) : "#" + (at + 1);
  }

  /** Adds the differences of a run; rows are policies if the results have several. */
  private static void addAll(List<Other> others, RunComparison run, boolean isOfOne, String which) {
    var row = isOfOne ? "" : shown(run.first().title().policy());
    run.differences()
        .forEach(one -> others.add(new Other(row, one.measure(), which, one.difference())));
  }

  private static String simulations(SimulationComparison simulations) {
    var text = new StringBuilder();
    simulations.runs().forEach(run -> text.append(run(run)).append('\n'));
    only(text, "A", simulations.onlyFirst());
    only(text, "B", simulations.onlySecond());
    return text.append(OVER_JOBS).toString();
  }

  private static String run(RunComparison run) {
    var text = new StringBuilder();
    text.append("A is %s, B is %s%n".formatted(name(run.first()), name(run.second())));
    var counts = new ArrayList<Count>();
    counts.add(new Count("submitted", run.first().submitted(), run.second().submitted()));
    counts.add(new Count("only here", run.first().onlyHere(), run.second().onlyHere()));
    var outcomes = new TreeSet<>(run.first().outcomes().keySet());
    outcomes.addAll(run.second().outcomes().keySet());
    for (var outcome : outcomes) {
      counts.add(
          new Count(
              shown(outcome),
              run.first().outcomes().getOrDefault(outcome, 0),
              run.second().outcomes().getOrDefault(outcome, 0)));
    }
    text.append(
        TextTable.of(
            counts,
            List.of(
                left("jobs", Count::name),
                right("A", count -> Integer.toString(count.first())),
                right("B", count -> Integer.toString(count.second())))));
    if (!run.otherwiseDiffering().isEmpty()) {
      text.append(
          "The requests of jobs differ in: %s%n"
              .formatted(String.join(", ", run.otherwiseDiffering())));
    }
    text.append("%nMeans over the jobs that have the measure in both%n".formatted());
    var columns = new ArrayList<ColumnData<RunComparison.MeasureDifference>>();
    columns.add(left("", RunComparison.MeasureDifference::measure));
    columns.add(right("jobs", row -> Integer.toString(row.difference().change().count())));
    columns.addAll(differences("B", RunComparison.MeasureDifference::difference));
    return text.append(TextTable.of(run.differences(), columns)).toString();
  }

  private static String name(Side side) {
    return "%s (scenario %s, seed %d)"
        .formatted(
            shown(side.title().policy()), shown(side.title().scenario()), side.title().seed());
  }

  private record Count(String name, int first, int second) {}

  private static void only(StringBuilder text, String which, List<?> names) {
    if (!names.isEmpty()) {
      text.append(
          "Only in %s: %s%n"
              .formatted(
                  which,
                  String.join(", ", names.stream().limit(10).map(ComparisonTable::shown).toList())
                      + (names.size() > 10 ? " and %d more".formatted(names.size() - 10) : "")));
    }
  }

  private static String studies(StudyComparison studies) {
    var text = new StringBuilder();
    text.append(how(studies)).append('\n');
    var columns = new ArrayList<ColumnData<StudyComparison.SeriesDifference>>();
    columns.add(left("row", one -> shown(one.series().row())));
    columns.add(left("column", one -> shown(one.series().column())));
    columns.addAll(differences("B", StudyComparison.SeriesDifference::difference));
    text.append(TextTable.of(studies.differences(), columns));
    only(text, "A", studies.onlyFirst());
    only(text, "B", studies.onlySecond());
    return text.toString();
  }

  private static String how(StudyComparison studies) {
    return studies.paired()
        ? "Paired by replication: " + shown(studies.why())
        : "Not paired (%s): Welch's intervals of independent samples"
            .formatted(shown(studies.why()));
  }

  private static <T> List<ColumnData<T>> differences(String which, Function<T, Difference> of) {
    return List.of(
        right("A", row -> number(of.apply(row).first())),
        right(which, row -> number(of.apply(row).second())),
        right(which + " - A", row -> number(of.apply(row).change().mean())),
        right("+-", row -> number(of.apply(row).change().ci95())),
        right("relative", row -> percent(of.apply(row).relative())),
        left("excludes 0", row -> excludes(of.apply(row))));
  }

  private static String excludes(Difference difference) {
    if (!difference.hasInterval()) {
      return "-";
    }
    return difference.excludesZero() ? "yes" : "no";
  }

  /** Returns foreign text without terminal control characters. */
  private static String shown(Object text) {
    return PrintableText.replaced(text.toString());
  }

  /** Returns a number with about four digits. */
  static String number(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    double size = Math.abs(value);
    var format = size < 1 ? "%.3f" : size < 10 ? "%.2f" : size < 1e5 ? "%.1f" : "%.0f";
    return String.format(Locale.ROOT, format, value);
  }

  private static String percent(double share) {
    return Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "%+.1f %%", 100 * share);
  }
}
