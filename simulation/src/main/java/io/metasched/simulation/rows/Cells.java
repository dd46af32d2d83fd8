package io.metasched.simulation.rows;

import io.metasched.metascheduler.program.PrintableText;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.WindowRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writer of the cells of a row, from left to right. */
public final class Cells {
  private final List<String> cells = new ArrayList<>();

  List<String> all() {
    return cells;
  }

  public Cells text(String text) {
    cells.add(text);
    return this;
  }

  public Cells number(long number) {
    return text(Long.toString(number));
  }

  /** Adds a number; -1 means none. */
  public Cells numberIfAny(long number) {
    return number == RowFormat.NONE ? text("") : number(number);
  }

  /** Adds ticks, money or volume, in units. */
  public Cells units(long thousandths) {
    return text(Decimals.text(thousandths, Decimals.MILLI));
  }

  /** Adds a tick; -1 means none. */
  public Cells tickIfAny(long tick) {
    return tick == RowFormat.NONE ? text("") : units(tick);
  }

  /** Adds a tick or an amount of money; {@link WindowRequest#NO_LIMIT} means none. */
  Cells limit(long thousandths) {
    return thousandths == WindowRequest.NO_LIMIT ? text("") : units(thousandths);
  }

  /** Adds a measured number as the shortest text that parses to it; NaN means none. */
  public Cells measured(double value) {
    return text(Double.isNaN(value) ? "" : Double.toString(value));
  }

  public Cells share(long millionths) {
    return text(Decimals.text(millionths, Decimals.MICRO));
  }

  public Cells flag(boolean flag) {
    return text(Boolean.toString(flag));
  }

  public Cells job(@Nullable JobId job) {
    return text(job == null ? "" : job.toString());
  }

  /**
   * Adds a list of texts, joined with semicolons.
   *
   * @throws IllegalArgumentException if a text is empty or contains a semicolon
   */
  public Cells texts(List<String> texts) {
    for (var text : texts) {
      if (text.isEmpty() || text.contains(RowFormat.SEPARATOR)) {
        throw new IllegalArgumentException(
            "a property must not be empty or have a semicolon, but is "
                + PrintableText.quoted(text));
      }
    }
    return text(String.join(RowFormat.SEPARATOR, texts));
  }
}
