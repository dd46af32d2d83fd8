package io.metasched.simulation.rows;

import io.metasched.resource.model.JobId;
import io.metasched.resource.model.WindowRequest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * How the values of a column are written to a cell and read back.
 *
 * @param name what docs call it
 * @param print puts a value into one cell
 * @param parse reads a value from the next cell; throws a {@link ResultFormatException} for a cell
 *     that is no such value
 */
public record ColumnType<V>(
    String name, BiConsumer<Cells, V> print, Function<CellReader, V> parse) {
  /** Any text of at most {@value CsvTable#MOST_FIELD_CHARS} characters. */
  public static final ColumnType<String> TEXT =
      new ColumnType<>("text", Cells::text, CellReader::text);

  /** A whole number of 64 bits. */
  public static final ColumnType<Long> NUMBER =
      new ColumnType<>("number", Cells::number, CellReader::number);

  /** A whole number of 32 bits. */
  public static final ColumnType<Integer> INTEGER =
      new ColumnType<>("integer", (cells, value) -> cells.number(value), CellReader::integer);

  /** A whole number of which -1 stands for none, an empty cell. */
  public static final ColumnType<Integer> INTEGER_IF_ANY =
      new ColumnType<>(
          "integer or empty", (cells, value) -> cells.numberIfAny(value), CellReader::integerIfAny);

  /** Thousandths (ticks, money, volume) as a decimal number of units. */
  public static final ColumnType<Long> UNITS =
      new ColumnType<>("decimal", Cells::units, CellReader::units);

  /** The same where -1 stands for none, an empty cell. */
  public static final ColumnType<Long> UNITS_IF_ANY =
      new ColumnType<>("decimal or empty", Cells::tickIfAny, CellReader::tickIfAny);

  /** {@code true} or {@code false}. */
  public static final ColumnType<Boolean> FLAG =
      new ColumnType<>("flag", Cells::flag, CellReader::flag);

  /** A measured number; NaN stands for none, an empty cell. */
  public static final ColumnType<Double> MEASURED =
      new ColumnType<>("measured or empty", Cells::measured, CellReader::measuredIfAny);

  /** A list of texts without semicolons, joined with semicolons. */
  public static final ColumnType<List<String>> TEXTS =
      new ColumnType<>("texts", Cells::texts, CellReader::texts);

  /** Ticks or money, of which {@link WindowRequest#NO_LIMIT} stands for none, an empty cell. */
  public static final ColumnType<Long> LIMIT =
      new ColumnType<>("decimal or empty", Cells::limit, CellReader::limit);

  /** Millionths as a decimal number, at least 0.000001. */
  public static final ColumnType<Long> SHARE =
      new ColumnType<>("share", Cells::share, CellReader::share);

  /** A decimal number as text, of a precision that another column decides. */
  public static final ColumnType<String> DECIMAL =
      new ColumnType<>("decimal", Cells::text, CellReader::text);

  /** A job's number, behind {@code VO/} where its organization is not 0. */
  public static final ColumnType<JobId> JOB = new ColumnType<>("job", Cells::job, CellReader::job);

  /** The same, or an empty cell. */
  public static final ColumnType<Optional<JobId>> JOB_IF_ANY =
      new ColumnType<>(
          "job or empty",
          (cells, job) -> cells.job(job.orElse(null)),
          cells -> Optional.ofNullable(cells.jobIfAny()));

  /** Whole numbers from a bound on. */
  public static ColumnType<Integer> integerFrom(int least) {
    return new ColumnType<>(
        "integer from " + least,
        (cells, value) -> cells.number(value),
        cells -> cells.integerFrom(least));
  }

  /** Whole numbers from a bound on, joined with semicolons. */
  public static ColumnType<List<Integer>> integersFrom(int least) {
    return new ColumnType<>(
        "integers from " + least,
        (cells, values) -> cells.texts(values.stream().map(String::valueOf).toList()),
        cells -> cells.integersFrom(least));
  }

  /** Thousandths from a bound on, in thousandths, as a decimal number of units. */
  public static ColumnType<Long> unitsFrom(long least) {
    return new ColumnType<>("decimal from " + least, Cells::units, cells -> cells.unitsFrom(least));
  }

  /** The constants of an enum by their names in lower case. */
  public static <E extends Enum<E>> ColumnType<E> constant(E[] constants) {
    return new ColumnType<>(
        "one of " + List.of(constants).toString().toLowerCase(Locale.ROOT),
        (cells, value) -> cells.text(value.name().toLowerCase(Locale.ROOT)),
        cells -> cells.constant(constants));
  }

  /** Some values by their labels. */
  public static <E> ColumnType<E> oneOf(List<E> values, Function<E, String> label) {
    return new ColumnType<>(
        "one of " + values.stream().map(label).toList(),
        (cells, value) -> cells.text(label.apply(value)),
        cells -> cells.oneOf(values, label));
  }
}
