package io.metasched.lab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.metascheduler.program.TextTable;
import io.metasched.simulation.rows.JsonText;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Column of the rows of a bench: a field of the JSON and, under a header, a column of the table. An
 * empty value is null in the JSON and a dash in the table.
 *
 * @param field name in the JSON
 * @param digits number of decimal places in the JSON
 * @param value function of a row to a number, a word or a list
 * @param header name in the table; null for a field that is not printed
 * @param unit divisor from the JSON's unit to the table's unit
 * @param shownDigits number of decimal places in the table
 */
public record BenchColumn<R>(
    String field,
    int digits,
    Function<R, ?> value,
    @Nullable String header,
    double unit,
    int shownDigits) {
  /** Creates a column of counts or words. */
  public static <R> BenchColumn<R> column(String field, Function<R, ?> value) {
    return column(field, value, field);
  }

  /** Creates a column of counts or words with a header that differs from the field. */
  public static <R> BenchColumn<R> column(String field, Function<R, ?> value, String header) {
    return new BenchColumn<>(field, 0, value, header, 1, 0);
  }

  /** Creates a column of numbers with the decimal places of the JSON and of the table. */
  public static <R> BenchColumn<R> column(
      String field, int digits, Function<R, ?> value, String header, int shownDigits) {
    return column(field, digits, value, header, 1, shownDigits);
  }

  /** Creates a column of numbers that the table shows in another unit. */
  public static <R> BenchColumn<R> column(
      String field, int digits, Function<R, ?> value, String header, double unit, int shownDigits) {
    return new BenchColumn<>(field, digits, value, header, unit, shownDigits);
  }

  /** Creates a column that appears only in the JSON. */
  public static <R> BenchColumn<R> hidden(String field, int digits, Function<R, ?> value) {
    return new BenchColumn<>(field, digits, value, null, 1, 0);
  }

  /** Returns the value of a row for the JSON. */
  JsonNode json(R row) {
    var given = given(row);
    return JsonText.tree(given instanceof Double number ? (Double) rounded(number, digits) : given);
  }

  /** Returns the value of a row for a CSV file; empty if there is none. */
  String cell(R row) {
    var value = json(row);
    return value.isNull() ? "" : value.isValueNode() ? value.asText() : value.toString();
  }

  /** Returns the value of a row for the table. */
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

  /** Returns the value rounded to {@code digits} decimal places. */
  public static double rounded(double value, int digits) {
    double steps = Math.pow(10, digits);
    return Math.round(value * steps) / steps;
  }
}
