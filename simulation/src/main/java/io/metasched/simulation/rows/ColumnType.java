package io.metasched.simulation.rows;

import io.metasched.resource.model.JobId;
import io.metasched.resource.model.WindowRequest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Format of the values of a column, for writing them to a cell and reading them.
 *
 * @param name name in docs
 * @param print writes a value into one cell
 * @param parse reads a value from the next cell; throws a {@link ResultFormatException} if the cell
 *     is invalid
 */
public record ColumnType<V>(
    String name, BiConsumer<Cells, V> print, Function<CellReader, V> parse) {
  /** Text of at most {@value CsvTable#MOST_FIELD_CHARS} characters. */
  public static final ColumnType<String> TEXT =
      new ColumnType<>("text", Cells::text, CellReader::text);

  /** Whole number of 64 bits. */
  public static final ColumnType<Long> NUMBER =
      new ColumnType<>("number", Cells::number, CellReader::number);

  /** Whole number of 32 bits. */
  public static final ColumnType<Integer> INTEGER =
      new ColumnType<>("integer", (cells, value) -> cells.number(value), CellReader::integer);

  /** Whole number of 32 bits; -1 means none and is an empty cell. */
  public static final ColumnType<Integer> INTEGER_IF_ANY =
      new ColumnType<>(
          "integer or empty", (cells, value) -> cells.numberIfAny(value), CellReader::integerIfAny);

  /** Thousandths (ticks, money, volume) as a decimal number of units. */
  public static final ColumnType<Long> UNITS =
      new ColumnType<>("decimal", Cells::units, CellReader::units);

  /** Thousandths as a decimal number of units; -1 means none and is an empty cell. */
  public static final ColumnType<Long> UNITS_IF_ANY =
      new ColumnType<>("decimal or empty", Cells::tickIfAny, CellReader::tickIfAny);

  /** {@code true} or {@code false}. */
  public static final ColumnType<Boolean> FLAG =
      new ColumnType<>("`true` or `false`", Cells::flag, CellReader::flag);

  /** Measured number; NaN means none and is an empty cell. */
  public static final ColumnType<Double> MEASURED =
      new ColumnType<>("number or empty", Cells::measured, CellReader::measuredIfAny);

  /** List of texts without semicolons, joined with semicolons. */
  public static final ColumnType<List<String>> TEXTS =
      new ColumnType<>("texts joined by `;`", Cells::texts, CellReader::texts);

  /** Ticks or money; {@link WindowRequest#NO_LIMIT} means none and is an empty cell. */
  public static final ColumnType<Long> LIMIT =
      new ColumnType<>("decimal or empty", Cells::limit, CellReader::limit);

  /** Millionths as a decimal number, at least 0.000001. */
  public static final ColumnType<Long> SHARE =
      new ColumnType<>("share", Cells::share, CellReader::share);

  /** Decimal number as text, whose precision depends on another column. */
  public static final ColumnType<String> DECIMAL =
      new ColumnType<>("decimal", Cells::text, CellReader::text);

  /** Number of a job, prefixed with {@code VO/} if its organization is not 0. */
  public static final ColumnType<JobId> JOB = new ColumnType<>("job", Cells::job, CellReader::job);

  /** Number of a job, prefixed with its organization if that is not 0; or an empty cell. */
  public static final ColumnType<Optional<JobId>> JOB_IF_ANY =
      new ColumnType<>(
          "job or empty",
          (cells, job) -> cells.job(job.orElse(null)),
          cells -> Optional.ofNullable(cells.jobIfAny()));

  /** Returns the type of whole numbers of at least {@code least}. */
  public static ColumnType<Integer> integerFrom(int least) {
    return new ColumnType<>(
        "integer from " + least,
        (cells, value) -> cells.number(value),
        cells -> cells.integerFrom(least));
  }

  /**
   * Returns the type of lists of whole numbers of at least {@code least}, joined with semicolons.
   */
  public static ColumnType<List<Integer>> integersFrom(int least) {
    return new ColumnType<>(
        "integers from %d joined by `;`".formatted(least),
        (cells, values) -> cells.texts(values.stream().map(String::valueOf).toList()),
        cells -> cells.integersFrom(least));
  }

  /** Returns the type of decimal numbers of units, of at least {@code least} thousandths. */
  public static ColumnType<Long> unitsFrom(long least) {
    return new ColumnType<>(
        "decimal from " + Decimals.ofThousandths(least),
        Cells::units,
        cells -> cells.unitsFrom(least));
  }

  /** Returns the type of the constants of an enum, by their names in lower case. */
  public static <E extends Enum<E>> ColumnType<E> constant(E[] constants) {
    return new ColumnType<>(
        RowFormat.words(constants),
        (cells, value) -> cells.text(value.name().toLowerCase(Locale.ROOT)),
        cells -> cells.constant(constants));
  }

  /** Returns the type of a fixed set of values, by their labels. */
  public static <E> ColumnType<E> oneOf(List<E> values, Function<E, String> label) {
    return new ColumnType<>(
        values.stream()
            .map(label)
            .map(text -> text.isEmpty() ? "empty" : "`%s`".formatted(text))
            .collect(Collectors.joining(", ")),
        (cells, value) -> cells.text(label.apply(value)),
        cells -> cells.oneOf(values, label));
  }
}
