package io.metasched.simulation.system.twolevel.experiment;

import io.metasched.simulation.experiment.Sp2Jobs;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Series;
import java.util.List;

/** Figures of the three criteria of replays on two levels. */
public final class CriteriaFigures {
  private CriteriaFigures() {}

  /** Returns the titles of the figures of the three criteria, which end with {@code of}. */
  static List<String> titles(String of) {
    return List.of("Utilisation" + of, "Flow time" + of, "Tardiness" + of);
  }

  /**
   * Returns the figures of both sets of jobs.
   *
   * @param of end of the titles, with the label of the set as {@code %s}
   */
  static List<Figure> ofSets(String of, List<String> variants, List<Integer> percents) {
    return Sp2Jobs.SETS.stream()
        .map(set -> overShares(titles(of.formatted(set.label())), variants, percents, set.prefix()))
        .flatMap(List::stream)
        .toList();
  }

  /**
   * Returns one figure for each criterion over the share of reservations, with a curve for each
   * variant.
   *
   * @param titles titles of the figures, in the order of {@link Sp2Runs#CRITERIA}
   * @param prefix prefix of the columns
   */
  public static List<Figure> overShares(
      List<String> titles, List<String> variants, List<Integer> percents, String prefix) {
    return Sp2Runs.CRITERIA.stream()
        .map(
            criterion ->
                new Figure(
                    titles.get(Sp2Runs.CRITERIA.indexOf(criterion)),
                    "reservations, %",
                    unit(criterion),
                    Kind.LINES,
                    variants.stream()
                        .map(variant -> overShares(variant, percents, prefix + criterion))
                        .toList()))
        .toList();
  }

  private static Curve overShares(String variant, List<Integer> percents, String column) {
    return Curve.of(
        variant, percents, percent -> new Series(Sp2Runs.row(variant, percent), column));
  }

  /**
   * Returns a figure of a column over named rows.
   *
   * @param prefixes prefixes of the column, one curve each
   */
  public static Figure bars(
      String title, String xLabel, List<String> rows, List<String> prefixes, String column) {
    return new Figure(
        title,
        xLabel,
        unit(column),
        Kind.BARS,
        prefixes.stream()
            .map(
                prefix ->
                    Curve.of(
                        prefix.replace(".", ""), rows, row -> new Series(row, prefix + column)))
            .toList());
  }

  private static String unit(String column) {
    return switch (column) {
      case Sp2Runs.UTILISATION -> "U";
      case Sp2Runs.FLOW -> "F, s";
      case Sp2Runs.TARDINESS -> "D, s";
      default -> "share";
    };
  }
}
