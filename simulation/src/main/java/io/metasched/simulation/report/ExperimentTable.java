package io.metasched.simulation.report;

import io.metasched.simulation.report.WideTable.Line;
import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Claim.Finding;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentResult;
import io.metasched.simulation.study.MeasuredCell;
import io.metasched.simulation.study.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Printed output of an experiment: a table per group of columns with measured and published values,
 * then the claims. Wide tables are split into several, long sentences into lines.
 */
public final class ExperimentTable {
  private static final int WIDTH = WideTable.WIDTH;
  private static final int INDENT = 6;
  private static final String NONE = "-";

  private ExperimentTable() {}

  /** Returns the tables and the claims. */
  public static String of(ExperimentResult result) {
    var profile = result.profile();
    var text = new StringBuilder();
    lines(text, 0, profile.name() + ": " + profile.summary());
    lines(
        text,
        0,
        "%s; %d replications, seed %d; %d schedules passed the check"
            .formatted(
                profile.source(),
                result.measurements().replications(),
                result.runSeed(),
                result.measurements().schedulesChecked()));
    var pivot = Pivot.of(result.cells());
    for (var group : pivot.groups()) {
      text.append('\n');
      if (pivot.groups().size() > 1) {
        text.append(title(group.prefix())).append('\n');
      }
      tables(pivot.rows(), group, text);
    }
    counts(result, text);
    DifferenceTable.of(result).ifPresent(differences -> text.append('\n').append(differences));
    result.claims().forEach(claim -> claim(claim, text));
    return text.toString();
  }

  private static String title(String prefix) {
    if (prefix.isEmpty()) {
      return "As published:";
    }
    var what = prefix.equals(Experiment.EXACT) ? " (the default searches and choice)" : "";
    return "Columns %s*%s:".formatted(prefix, what);
  }

  private static void tables(List<String> rows, Pivot.Group group, StringBuilder text) {
    // omit rows without a cell in the group
    var shown =
        rows.stream()
            .filter(row -> group.columns().stream().anyMatch(c -> c.cells().containsKey(row)))
            .toList();
    text.append(
        WideTable.of(
            Line.left("", shown),
            group.columns().stream().map(column -> lines(shown, column)).toList()));
  }

  private static List<Line> lines(List<String> rows, Pivot.Column column) {
    var ours = rows.stream().map(row -> ours(column.cells().get(row), column.decimals())).toList();
    var shown = new ArrayList<>(List.of(Line.right(column.label(), ours)));
    if (column.isPublished()) {
      var paper = rows.stream().map(row -> paper(column.cells().get(row))).toList();
      shown.add(Line.left("paper", paper));
    }
    return shown;
  }

  private static String ours(@Nullable MeasuredCell cell, int decimals) {
    if (cell == null || Double.isNaN(cell.ours().mean())) {
      return NONE;
    }
    var mean = number(cell.ours().mean(), cell.isShare(), decimals);
    var unit = cell.isShare() ? " %" : "";
    return Double.isNaN(cell.ours().ci95())
        ? mean + unit
        : mean + " +-" + number(cell.ours().ci95(), cell.isShare(), decimals) + unit;
  }

  /** Returns a number; a share is given in percent with one decimal place. */
  private static String number(double value, boolean isShare, int decimals) {
    return isShare ? number(100 * value, 1) : number(value, decimals);
  }

  private static String number(double value, int decimals) {
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  private static String paper(@Nullable MeasuredCell cell) {
    return cell == null || cell.measure().paper().isEmpty()
        ? NONE
        : "%s %s".formatted(published(cell), sign(cell.verdict()));
  }

  /** Returns the paper's value with its published decimal places; a share is given in percent. */
  private static String published(MeasuredCell cell) {
    double value = cell.measure().paper().orElseThrow();
    if (cell.isShare()) {
      return number(100 * value, 1) + " %";
    }
    var text = Double.toString(value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  private static String sign(Verdict verdict) {
    return switch (verdict) {
      case WITHIN -> "=";
      case OUTSIDE -> "!";
      case ORDER_ONLY -> "~";
    };
  }

  private static void counts(ExperimentResult result, StringBuilder text) {
    var beside = result.cells().stream().filter(c -> c.measure().paper().isPresent()).toList();
    text.append('\n');
    if (!beside.isEmpty()) {
      var words = new ArrayList<String>();
      for (var verdict : Verdict.values()) {
        long count = beside.stream().filter(cell -> cell.verdict() == verdict).count();
        words.add("%d %s (%s)".formatted(count, verdict.label(), sign(verdict)));
      }
      lines(text, 0, "Of the paper's %d values: %s".formatted(beside.size(), join(words)));
      var tolerances = Tolerances.of(beside);
      if (!tolerances.isEmpty()) {
        lines(text, 0, tolerances);
      }
    }
    if (!result.claims().isEmpty()) {
      var words = new ArrayList<String>();
      for (var finding : Finding.values()) {
        long count = result.claims().stream().filter(c -> c.finding() == finding).count();
        words.add("%s %d".formatted(finding.label(), count));
      }
      lines(text, 0, "%d sentences: %s".formatted(result.claims().size(), join(words)));
    }
  }

  private static String join(List<String> words) {
    return String.join(", ", words);
  }

  private static void claim(Claim claim, StringBuilder text) {
    text.append("%n%-12s %s%n".formatted(claim.finding().label(), claim.id()));
    lines(text, INDENT, claim.text());
    lines(text, INDENT, claim.measured());
  }

  /** Adds a sentence, wrapped into lines of limited length. */
  private static void lines(StringBuilder text, int indent, String sentence) {
    var line = new StringBuilder();
    for (var word : sentence.split(" ", -1)) {
      if (line.length() > 0 && indent + line.length() + 1 + word.length() > WIDTH) {
        text.append(" ".repeat(indent)).append(line).append('\n');
        line.setLength(0);
      }
      line.append(line.length() > 0 ? " " : "").append(word);
    }
    text.append(" ".repeat(indent)).append(line).append('\n');
  }
}
