package io.metasched.simulation.result;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.WindowRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The cells of a row that is being written, from left to right. */
final class Cells {
  private final List<String> cells = new ArrayList<>();

  List<String> all() {
    return cells;
  }

  Cells text(String text) {
    cells.add(text);
    return this;
  }

  Cells number(long number) {
    return text(Long.toString(number));
  }

  /** A number of which -1 says that there is none. */
  Cells numberIfAny(long number) {
    return number == RowFormat.NONE ? text("") : number(number);
  }

  /** Ticks, money or volume, in units. */
  Cells units(long thousandths) {
    return text(Decimals.text(thousandths, Decimals.MILLI));
  }

  /** A tick of which -1 says that there is none. */
  Cells tickIfAny(long tick) {
    return tick == RowFormat.NONE ? text("") : units(tick);
  }

  /** A tick or an amount of money that {@link WindowRequest#NO_LIMIT} leaves open. */
  Cells limit(long thousandths) {
    return thousandths == WindowRequest.NO_LIMIT ? text("") : units(thousandths);
  }

  /** A measured number as the shortest text that reads back to it; NaN says that there is none. */
  Cells measured(double value) {
    return text(Double.isNaN(value) ? "" : Double.toString(value));
  }

  Cells share(long millionths) {
    return text(Decimals.text(millionths, Decimals.MICRO));
  }

  Cells flag(boolean flag) {
    return text(Boolean.toString(flag));
  }

  Cells job(@Nullable JobId job) {
    return text(job == null ? "" : job.toString());
  }

  /**
   * A list of texts, joined with semicolons.
   *
   * @throws IllegalArgumentException for a text that is empty or has a semicolon
   */
  Cells texts(List<String> texts) {
    for (var text : texts) {
      if (text.isEmpty() || text.contains(RowFormat.SEPARATOR)) {
        throw new IllegalArgumentException(
            "a property must not be empty or have a semicolon, but is " + ShownText.quoted(text));
      }
    }
    return text(String.join(RowFormat.SEPARATOR, texts));
  }

  /** What a job asks for. */
  Cells request(Job job) {
    return number(job.nodes())
        .text(RowFormat.lowerCase(job.work().basis()))
        .units(job.work().amount())
        .number(job.requirements().leastPerformance())
        .texts(job.requirements().properties())
        .limit(job.costLimitMilli())
        .limit(job.deadlineTick())
        .text(job.criterion().label());
  }
}
