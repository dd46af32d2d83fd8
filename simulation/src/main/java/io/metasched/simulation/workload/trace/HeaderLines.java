package io.metasched.simulation.workload.trace;

import io.metasched.metascheduler.program.PrintableText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Comment lines {@code ; Key: value} of a log, with the size of the machine. A comment without a
 * key, such as the second line of a long value, is skipped; keys are case-insensitive.
 */
final class HeaderLines {
  private static final Pattern SIZE = Pattern.compile("(-?[0-9]{1,10})(?:\\s.*)?");
  private static final List<String> SIZE_KEYS = List.of("MaxProcs", "MaxNodes");

  /**
   * Pattern of a key. The blanks before a colon are not part of it; a URL is not a key with a
   * value.
   */
  private static final Pattern KEY = Pattern.compile("([A-Za-z][A-Za-z0-9_]*)[ \t]*:(?!//)");

  private record Value(String text, int ordinal) {}

  private final LogLines lines;
  private final int most;
  private final TreeMap<String, List<Value>> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final List<String> notes = new ArrayList<>();
  private int kept;

  HeaderLines(LogLines lines, TraceLimits limits) {
    this.lines = lines;
    this.most = limits.headerLines();
  }

  /**
   * Adds the current line, a comment that begins at {@code from} in the buffer.
   *
   * @throws TraceException if there are too many lines with a key
   */
  void add(int from) {
    var comment = printable(from + 1, lines.end()).strip();
    var key = KEY.matcher(comment);
    if (!key.lookingAt()) {
      return;
    }
    if (++kept > most) {
      throw lines.fault("a log may have at most %d header lines with a key".formatted(most));
    }
    var value = new Value(comment.substring(key.end()).strip(), lines.ordinal());
    values.computeIfAbsent(key.group(1), name -> new ArrayList<>()).add(value);
  }

  /** Returns the keys and their values; values of a repeated key are joined by line feeds. */
  SortedMap<String, String> byKey() {
    var joined = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    values.forEach(
        (key, all) ->
            joined.put(key, all.stream().map(Value::text).collect(Collectors.joining("\n"))));
    return joined;
  }

  /**
   * Returns the number of processors: MaxProcs or, if unknown, MaxNodes. A number below 1 means
   * unknown, as does a word if the other key has a number.
   *
   * @return number of processors; 0 if the header has none
   * @throws TraceException if there are two different numbers, or only one that is invalid
   */
  int processors() {
    notes.clear();
    Optional<TraceException> wrong = Optional.empty();
    for (var key : SIZE_KEYS) {
      var noNumber = noNumber(key);
      int size = noNumber.isPresent() ? 0 : size(key);
      if (size > 0) {
        wrong.ifPresent(
            w ->
                notes.add(
                    "%s: %d, because %s is not a number".formatted(key, size, SIZE_KEYS.get(0))));
        return size;
      }
      wrong = wrong.or(() -> noNumber);
    }
    if (wrong.isPresent()) {
      throw wrong.get();
    }
    return 0;
  }

  /** Returns the second of Unix time that is time 0 of the log, if the header contains it. */
  OptionalLong unixStart() {
    return values.getOrDefault("UnixStartTime", List.of()).stream()
        .map(Value::text)
        .filter(text -> text.matches("\\d{1,10}"))
        .mapToLong(Long::parseLong)
        .findFirst();
  }

  /** Returns notes on replaced invalid sizes, after {@link #processors}. */
  List<String> notes() {
    return notes;
  }

  private Optional<TraceException> noNumber(String key) {
    return values.getOrDefault(key, List.of()).stream()
        .filter(value -> size(value) > Integer.MAX_VALUE)
        .findFirst()
        .map(
            value ->
                noSize(
                    value,
                    "header %s must be a whole number up to %d, but is %s"
                        .formatted(key, Integer.MAX_VALUE, PrintableText.quoted(value.text()))));
  }

  private String printable(int start, int end) {
    var text = new String(lines.buffer(), start, end - start, StandardCharsets.UTF_8);
    return PrintableText.replaced(text, ' ');
  }

  private int size(String key) {
    int size = 0;
    for (var value : values.getOrDefault(key, List.of())) {
      int one = (int) size(value);
      if (one > 0 && size > 0 && one != size) {
        throw noSize(value, "header %s is %d here and %d before".formatted(key, one, size));
      }
      size = one > 0 ? one : size;
    }
    return size;
  }

  /**
   * Returns the number; 0 for a negative number, more than any size for a text that is not a
   * number.
   */
  private static long size(Value value) {
    var number = SIZE.matcher(value.text());
    return number.matches() ? Math.max(0, Long.parseLong(number.group(1))) : Long.MAX_VALUE;
  }

  private TraceException noSize(Value value, String why) {
    return new TraceException(
        lines.origin(value.ordinal()) + ": " + why + "; give the number of processors yourself");
  }
}
