package io.metasched.simulation.rows;

import io.metasched.metascheduler.program.PrintableText;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.WindowRequest;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the cells of a row, from left to right. Each method consumes the next cell, or throws a
 * {@link ResultFormatException} that names the cell.
 */
public final class CellReader {
  private static final String A_WHOLE_NUMBER = "a whole number";
  private static final String UNITS = "an exact number of units such as 12, 12.5 or 0.001";

  private static final Pattern MEASURED =
      Pattern.compile("-?[0-9]{1,20}(\\.[0-9]{1,20})?(E-?[0-9]{1,3})?");

  private final String place;
  private final List<String> columns;
  private final List<String> cells;
  private int next;

  /**
   * @param place file and line
   * @param cells cells, as many as there are columns
   */
  CellReader(String place, List<String> columns, List<String> cells) {
    this.place = place;
    this.columns = columns;
    this.cells = cells;
  }

  public String text() {
    return cells.get(next++);
  }

  public int integer() {
    return integerFrom(Integer.MIN_VALUE);
  }

  public int integerFrom(int least) {
    return within(number(), least);
  }

  private int within(long value, int least) {
    if (value < least || value > Integer.MAX_VALUE) {
      throw malformed("a whole number from %d to %d".formatted(least, Integer.MAX_VALUE));
    }
    return (int) value;
  }

  /** Reads whole numbers joined with semicolons. */
  public List<Integer> integersFrom(int least) {
    return texts().stream()
        .map(text -> required(Decimals.value(text, 0), A_WHOLE_NUMBER))
        .map(value -> within(value, least))
        .toList();
  }

  /** Reads a whole number, or -1 for an empty cell. */
  public int integerIfAny() {
    return noneAhead() ? RowFormat.NONE : (int) other(integer(), RowFormat.NONE);
  }

  public long number() {
    return required(Decimals.value(text(), 0), A_WHOLE_NUMBER);
  }

  public long units() {
    return required(Decimals.value(text(), Decimals.MILLI), UNITS);
  }

  /** Reads ticks, money or volume, at least {@code least} thousandths. */
  public long unitsFrom(long least) {
    long value = units();
    if (value < least) {
      throw malformed("at least " + Decimals.text(least, Decimals.MILLI));
    }
    return value;
  }

  /** Reads a tick, or -1 for an empty cell. */
  public long tickIfAny() {
    return noneAhead() ? RowFormat.NONE : other(units(), RowFormat.NONE);
  }

  /** Reads thousandths, or {@link WindowRequest#NO_LIMIT} for an empty cell. */
  public long limit() {
    return noneAhead() ? WindowRequest.NO_LIMIT : other(units(), WindowRequest.NO_LIMIT);
  }

  /** Reads millionths, at least 1. */
  public long share() {
    var allowed = "a share from 0.000001 up, with at most 6 decimals";
    long value = required(Decimals.value(text(), Decimals.MICRO), allowed);
    if (value < 1) {
      throw malformed(allowed);
    }
    return value;
  }

  /** Reads a measured number, or NaN for an empty cell. */
  public double measuredIfAny() {
    if (noneAhead()) {
      return Double.NaN;
    }
    var text = text();
    double value = MEASURED.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
    if (!Double.isFinite(value)) {
      throw malformed("a finite number such as 12.5 or 1.0E-5, or an empty cell if there is none");
    }
    return value;
  }

  public boolean flag() {
    return oneOf(List.of(true, false), flag -> Boolean.toString(flag));
  }

  public JobId job() {
    var text = text();
    int slash = text.indexOf('/');
    var vo = Decimals.value(slash < 0 ? "0" : text.substring(0, slash), 0);
    var number = Decimals.value(text.substring(slash + 1), 0);
    boolean sound = vo.isPresent() && number.isPresent() && (int) vo.getAsLong() == vo.getAsLong();
    if (!sound || (slash >= 0 && vo.getAsLong() == 0)) {
      throw malformed("a job's number, after \"VO/\" if its organization is not 0");
    }
    return new JobId((int) vo.getAsLong(), number.getAsLong());
  }

  /** Reads a job, or null for an empty cell. */
  public @Nullable JobId jobIfAny() {
    return noneAhead() ? null : job();
  }

  /** Reads texts joined with semicolons. */
  public List<String> texts() {
    var text = text();
    if (text.isEmpty()) {
      return List.of();
    }
    var texts = Arrays.asList(text.split(RowFormat.SEPARATOR, -1));
    if (texts.contains("")) {
      throw malformed("texts that are not empty, with semicolons between them");
    }
    return texts;
  }

  public <E extends Enum<E>> E constant(E[] constants) {
    return oneOf(List.of(constants), RowFormat::lowerCase);
  }

  public <E> E oneOf(List<E> values, Function<E, String> label) {
    var text = text();
    for (var value : values) {
      if (label.apply(value).equals(text)) {
        return value;
      }
    }
    throw malformed(values.stream().map(label).collect(Collectors.joining(", ", "one of ", "")));
  }

  /** Returns whether the next cell is empty, and consumes it if so. */
  private boolean noneAhead() {
    boolean none = cells.get(next).isEmpty();
    if (none) {
      next++;
    }
    return none;
  }

  /** Returns the value, which must differ from the value of an empty cell. */
  private long other(long value, long none) {
    if (value == none) {
      throw malformed("nothing where there is none");
    }
    return value;
  }

  private long required(OptionalLong value, String allowed) {
    if (value.isEmpty()) {
      throw malformed(allowed);
    }
    return value.getAsLong();
  }

  /** Returns the exception for the cell that was read last. */
  public ResultFormatException malformed(String allowed) {
    int at = next - 1;
    return new ResultFormatException(
        "%s: column %s: allowed is %s, but given is %s"
            .formatted(place, columns.get(at), allowed, PrintableText.quoted(cells.get(at))));
  }
}
