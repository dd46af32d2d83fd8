package io.metasched.simulation.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.metascheduler.program.TextTable;
import io.metasched.simulation.rows.JsonText;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What each row of a bench has: a field of the JSON and, under a header, a column of the table. An
 * empty value is null in the JSON and a dash in the table.
 *
 * @param field its name in the JSON
 * @param digits behind the point in the JSON
 * @param value a number, a word or a list
 * @param header its name in the table; null for a field that is not printed
 * @param unit what one in the table is in the JSON
 * @param shownDigits behind the point in the table
 */
public record BenchColumn<R>(
    String field,
    int digits,
    Function<R, ?> value,
    @Nullable String header,
    double unit,
    int shownDigits) {
  /** A count or a word. */
  public static <R> BenchColumn<R> column(String field, Function<R, ?> value) {
    return column(field, value, field);
  }

  /** A count or a word under another header. */
  public static <R> BenchColumn<R> column(String field, Function<R, ?> value, String header) {
    return new BenchColumn<>(field, 0, value, header, 1, 0);
  }

  /** A number, with digits for the JSON and the table. */
  public static <R> BenchColumn<R> column(
      String field, int digits, Function<R, ?> value, String header, int shownDigits) {
    return column(field, digits, value, header, 1, shownDigits);
  }

  /** A number that the table has in another unit. */
  public static <R> BenchColumn<R> column(
      String field, int digits, Function<R, ?> value, String header, double unit, int shownDigits) {
    return new BenchColumn<>(field, digits, value, header, unit, shownDigits);
  }

  /** A value that only the JSON has. */
  public static <R> BenchColumn<R> hidden(String field, int digits, Function<R, ?> value) {
    return new BenchColumn<>(field, digits, value, null, 1, 0);
  }

  /** The value of a row for the JSON. */
  JsonNode json(R row) {
    var given = given(row);
    return JsonText.tree(given instanceof Double number ? (Double) rounded(number, digits) : given);
  }

  /** The value of a row for a CSV file; empty for none. */
  String cell(R row) {
    var value = json(row);
    return value.isNull() ? "" : value.isValueNode() ? value.asText() : value.toString();
  }

  /** The value of a row for the table. */
  String text(R row) {
    var given = given(row);
    if (given == null) {
      return "-";
    }
    return given instanceof Number number && (number instanceof Double || unit != 1)
        ? TextTable.decimal(number.doubleValue() / unit, shownDigits)
        : given.toString();
  }

  private @Nullable Object given(R row) {
    Object given = value.apply(row);
    if (given instanceof OptionalDouble number) {
      return number.isPresent() ? number.getAsDouble() : null;
    }
    if (given instanceof OptionalInt number) {
      return number.isPresent() ? number.getAsInt() : null;
    }
    return given;
  }

  /** A number with so many digits behind the point. */
  public static double rounded(double value, int digits) {
    double steps = Math.pow(10, digits);
    return Math.round(value * steps) / steps;
  }
}
