package io.metasched.simulation.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Linear inequality between cells, such as {@code [5 | cost] < 0.93 * [1 | cost]}. It is decided by
 * the 95 % confidence interval of the difference of its sides over the replications.
 *
 * <p>A sum has terms with + or - between them; a term is a number, a cell {@code [row | column]},
 * or both with {@code *} between them. A chain of sums has {@code <}, {@code <=}, {@code >} or
 * {@code >=} between them.
 *
 * <ul>
 *   <li>Braces in names, as in {@code [{1;2} | cost]}, give an inequality for each word in them;
 *       equal braces stand for the same word.
 *   <li>A star in a name, {@code *}, stands for every text with which all cells of the inequality
 *       exist.
 *   <li>{@code abs(...)} is the absolute value of a sum, taken of its mean, because the mean of
 *       absolute values is positive by chance alone.
 * </ul>
 */
final class Inequality {
  private static final Pattern BRACES = Pattern.compile("\\{[^{};]*;[^{}]*}");
  private static final Pattern CELL = Pattern.compile("\\[([^\\[\\]|]+)\\|([^\\[\\]|]+)]");
  private static final Pattern RELATION = Pattern.compile("<=|>=|<|>");
  private static final Pattern TERM =
      Pattern.compile(
          "\\s*([+-])?\\s*(?:(%1$s)\\s*\\*\\s*)?(?:(%1$s)|%2$s|abs\\(([^()]+)\\))\\s*"
              .formatted("\\d+(?:\\.\\d+)?", CELL.pattern()));

  /** Part of a sum. */
  private interface Part {
    /** Returns the values of the part by replication; NaN if a cell has none. */
    double[] values(ObservedValues measured);

    Stream<Series> cells();
  }

  private record Literal(double value) implements Part {
    @Override
    public double[] values(ObservedValues measured) {
      var values = new double[measured.replications()];
      Arrays.fill(values, value);
      return values;
    }

    @Override
    public Stream<Series> cells() {
      return Stream.of();
    }
  }

  private record Cell(Series series) implements Part {
    @Override
    public double[] values(ObservedValues measured) {
      return measured.values(series.row(), series.column());
    }

    @Override
    public Stream<Series> cells() {
      return Stream.of(series);
    }
  }

  /**
   * Absolute value of a sum: the values of the sum, or their negatives if the mean of the sum is
   * negative.
   */
  private record Size(List<Term> sum) implements Part {
    @Override
    public double[] values(ObservedValues measured) {
      var values = new double[measured.replications()];
      sum.forEach(term -> term.addTo(values, 1, measured));
      return Estimate.of(values).mean() < 0
          ? Arrays.stream(values).map(value -> -value).toArray()
          : values;
    }

    @Override
    public Stream<Series> cells() {
      return sum.stream().flatMap(term -> term.part().cells());
    }
  }

  /** Product of a factor and a part. */
  private record Term(double factor, Part part) {
    void addTo(double[] sums, int sign, ObservedValues measured) {
      var values = part.values(measured);
      for (int i = 0; i < sums.length; i++) {
        sums[i] += sign * factor * values[i];
      }
    }
  }

  private final List<Term> less;
  private final List<Term> than;
  private final boolean strict; // equal sides contradict the inequality

  private Inequality(List<Term> less, List<Term> than, boolean strict) {
    this.less = less;
    this.than = than;
    this.strict = strict;
  }

  /**
   * Parses a text: one inequality for each pair of neighbours in a chain, each word in braces and
   * each text for a star.
   *
   * @param series all existing cells
   * @throws IllegalArgumentException if it cannot be parsed, or names an unknown cell
   */
  static List<Inequality> read(String text, List<Series> series) {
    var found = new ArrayList<Inequality>();
    for (var words : withWords(text)) {
      for (var line : withStars(words, series)) {
        chain(line, found);
      }
    }
    found.forEach(one -> one.requireCells(series, text));
    return found;
  }

  private static List<String> withWords(String text) {
    var braces = BRACES.matcher(text);
    if (!braces.find()) {
      return List.of(text);
    }
    var group = braces.group();
    return Stream.of(group.substring(1, group.length() - 1).split(";", -1))
        .flatMap(word -> withWords(text.replace(group, word.strip())).stream())
        .toList();
  }

  private static List<String> withStars(String text, List<Series> series) {
    var cells = CELL.matcher(text).results().filter(cell -> cell.group().contains("*")).toList();
    if (cells.isEmpty()) {
      return List.of(text);
    }
    var names = new TreeSet<String>();
    for (var one : series) {
      var pattern = starred(cells.get(0)).matcher(one.row() + "|" + one.column());
      if (pattern.matches()
          && cells.stream().allMatch(cell -> exists(cell, pattern.group("star"), series))) {
        names.add(pattern.group("star"));
      }
    }
    if (names.isEmpty()) {
      throw new IllegalArgumentException("no cells are named as in " + text);
    }
    return names.stream()
        .map(
            name ->
                CELL.matcher(text)
                    .replaceAll(cell -> Matcher.quoteReplacement(cell.group().replace("*", name))))
        .toList();
  }

  private static boolean exists(MatchResult cell, String name, List<Series> series) {
    var wanted =
        new Series(
            cell.group(1).strip().replace("*", name), cell.group(2).strip().replace("*", name));
    return series.contains(wanted);
  }

  /**
   * Returns the pattern of the names of a cell with stars; the text of the first star is the group
   * {@code star}.
   */
  private static Pattern starred(MatchResult cell) {
    var name = cell.group(1).strip() + "|" + cell.group(2).strip();
    var parts = name.split("\\*", -1);
    var pattern = new StringBuilder(Pattern.quote(parts[0]));
    for (int i = 1; i < parts.length; i++) {
      pattern.append(i == 1 ? "(?<star>[^|]+)" : "\\k<star>").append(Pattern.quote(parts[i]));
    }
    return Pattern.compile(pattern.toString());
  }

  private static void chain(String text, List<Inequality> found) {
    var relations = RELATION.matcher(text).results().map(MatchResult::group).toList();
    var sums = RELATION.split(text, -1);
    if (relations.isEmpty()) {
      throw new IllegalArgumentException("none of <, <=, > and >= is in " + text);
    }
    for (int i = 0; i < relations.size(); i++) {
      var left = sum(sums[i], text);
      var right = sum(sums[i + 1], text);
      boolean isStrict = !relations.get(i).endsWith("=");
      found.add(
          relations.get(i).startsWith("<")
              ? new Inequality(left, right, isStrict)
              : new Inequality(right, left, isStrict));
    }
  }

  private static List<Term> sum(String sum, String text) {
    var terms = new ArrayList<Term>();
    var rest = sum;
    while (terms.isEmpty() || !rest.isEmpty()) {
      var term = TERM.matcher(rest);
      // the first term has no sign, the others have a sign
      if (!term.lookingAt() || terms.isEmpty() != (term.group(1) == null)) {
        throw new IllegalArgumentException(
            "'%s' is not a sum of cells, in %s".formatted(sum, text));
      }
      double factor = term.group(2) == null ? 1 : Double.parseDouble(term.group(2));
      terms.add(new Term("-".equals(term.group(1)) ? -factor : factor, part(term, text)));
      rest = rest.substring(term.end());
    }
    return terms;
  }

  private static Part part(Matcher term, String text) {
    if (term.group(3) != null) {
      return new Literal(Double.parseDouble(term.group(3)));
    }
    return term.group(6) != null
        ? new Size(sum(term.group(6), text))
        : new Cell(new Series(term.group(4).strip(), term.group(5).strip()));
  }

  private void requireCells(List<Series> series, String text) {
    for (var cell : cells()) {
      if (!series.contains(cell)) {
        throw new IllegalArgumentException("there is no cell %s, as in %s".formatted(cell, text));
      }
    }
  }

  private List<Series> cells() {
    return Stream.concat(less.stream(), than.stream())
        .flatMap(term -> term.part().cells())
        .distinct()
        .toList();
  }

  /** Decides the inequality by the replications in which all of its cells have a value. */
  Compared judge(ObservedValues measured) {
    var difference = new double[measured.replications()];
    less.forEach(term -> term.addTo(difference, 1, measured));
    than.forEach(term -> term.addTo(difference, -1, measured));
    return Compared.of(Estimate.of(difference), strict, text(measured));
  }

  private String text(ObservedValues measured) {
    return String.join(
        ", ",
        cells().stream()
            .map(cell -> cell + " " + ClaimFormat.number(measured.mean(cell.row(), cell.column())))
            .toList());
  }
}
