package io.metasched.service.slurm;

import io.metasched.service.slurm.RowLayout.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Formats with the names of fields, separated by commas: {@code JobID:20,State:.10} of {@code
 * squeue --Format}, and {@code JobID%20,State%-10} of {@code sacct --format}.
 */
final class NamedLayout {
  private static final Pattern LISTED = Pattern.compile("([\\w-]+)(?::(\\.?)(-?)(\\d*)(.*))?");
  private static final Pattern ACCOUNTED = Pattern.compile("(\\w+)(?:%(-?)(\\d+))?");
  private static final int USUAL_WIDTH = 20;

  private NamedLayout() {}

  /** Parses a format of {@code squeue --Format}. */
  static RowLayout<JobLine> listed(String format) {
    var cells = new ArrayList<Cell<JobLine>>();
    var before = "";
    for (var word : format.split(",", -1)) {
      var parts = LISTED.matcher(word.strip());
      var field =
          parts.matches()
              ? JobField.named(parts.group(1), JobField::names)
              : java.util.Optional.<JobField>empty();
      if (field.isEmpty()) {
        throw new ClientFaultException("Invalid job format specification: " + word);
      }
      var digits = parts.group(4) == null ? "" : parts.group(4);
      var suffix = parts.group(5) == null ? "" : parts.group(5);
      int width = digits.isEmpty() ? (suffix.isEmpty() ? USUAL_WIDTH : 0) : RowLayout.width(digits);
      cells.add(
          new Cell<>(
              before, width, ".".equals(parts.group(2)), field.get().header(), field.get()::text));
      before = suffix;
    }
    return new RowLayout<>(cells, before);
  }

  /**
   * Parses a format of {@code sacct --format}.
   *
   * @param separator text between columns of their own width; empty for a table with a fixed width
   *     of each column
   * @param isEnded whether a separator ends each line
   */
  static RowLayout<JobLine> accounted(String format, String separator, boolean isEnded) {
    var cells = new ArrayList<Cell<JobLine>>();
    for (var word : List.of(format.split(",", -1))) {
      var parts = ACCOUNTED.matcher(word.strip());
      var field =
          parts.matches()
              ? JobField.named(parts.group(1), JobField::accounted)
              : java.util.Optional.<JobField>empty();
      if (field.isEmpty()) {
        throw new ClientFaultException("Invalid field requested: \"%s\"".formatted(word));
      }
      boolean isTable = separator.isEmpty();
      int width = parts.group(3) == null ? field.get().width() : RowLayout.width(parts.group(3));
      var name =
          field.get().accounted().stream().filter(known -> known.equalsIgnoreCase(parts.group(1)));
      cells.add(
          new Cell<JobLine>(
                  cells.isEmpty() ? "" : isTable ? " " : separator,
                  isTable ? width : 0,
                  !"-".equals(parts.group(2)),
                  name.findFirst().orElse(word),
                  field.get()::text)
              .marked());
    }
    return new RowLayout<>(cells, separator.isEmpty() ? " " : isEnded ? separator : "");
  }

  /** Returns the line below the heading of a table. */
  static String rule(RowLayout<JobLine> layout) {
    var line = new StringBuilder();
    for (var each : layout.columns()) {
      line.append(each.before()).append("-".repeat(each.width()));
    }
    return line.append(layout.end()).append('\n').toString();
  }
}
