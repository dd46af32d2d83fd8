package io.metasched.simulation.report;

import static io.metasched.simulation.report.TextTable.left;
import static io.metasched.simulation.report.TextTable.right;

import com.github.freva.asciitable.ColumnData;
import io.metasched.simulation.study.Comparison;
import io.metasched.simulation.study.Difference;
import io.metasched.simulation.study.RunComparison;
import io.metasched.simulation.study.RunComparison.Side;
import io.metasched.simulation.study.SimulationComparison;
import io.metasched.simulation.study.StudyComparison;
import io.metasched.simulation.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.Function;

/** What a comparison prints: the first result is A, the second B. */
public final class ComparisonTable {
  private ComparisonTable() {}

  /** The tables, with what a reader must know about them. */
  public static String of(Comparison comparison) {
    return comparison instanceof StudyComparison studies
        ? studies(studies)
        : simulations((SimulationComparison) comparison);
  }

  private static String simulations(SimulationComparison simulations) {
    var text = new StringBuilder();
    simulations.runs().forEach(run -> text.append(run(run)).append('\n'));
    only(text, "A", simulations.onlyFirst());
    only(text, "B", simulations.onlySecond());
    return text.append(
            "Intervals of 95 % over jobs describe the jobs of these runs, which share nodes and"
                + " queue; to distinguish\npolicies, replicate (metasched sweep).\n")
        .toString();
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
    columns.addAll(differences(RunComparison.MeasureDifference::difference));
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
    text.append(
        studies.paired()
            ? "Paired by replication: %s%n".formatted(shown(studies.why()))
            : "Not paired, as %s: Welch's intervals of independent samples%n"
                .formatted(shown(studies.why())));
    var columns = new ArrayList<ColumnData<StudyComparison.SeriesDifference>>();
    columns.add(left("row", one -> shown(one.series().row())));
    columns.add(left("column", one -> shown(one.series().column())));
    columns.addAll(differences(StudyComparison.SeriesDifference::difference));
    text.append(TextTable.of(studies.differences(), columns));
    only(text, "A", studies.onlyFirst());
    only(text, "B", studies.onlySecond());
    return text.toString();
  }

  private static <T> List<ColumnData<T>> differences(Function<T, Difference> of) {
    return List.of(
        right("A", row -> number(of.apply(row).first())),
        right("B", row -> number(of.apply(row).second())),
        right("B - A", row -> number(of.apply(row).change().mean())),
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

  /** Foreign text without what a terminal would obey. */
  private static String shown(Object text) {
    return PrintableText.replaced(text.toString(), '?');
  }

  private static String number(double value) {
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
