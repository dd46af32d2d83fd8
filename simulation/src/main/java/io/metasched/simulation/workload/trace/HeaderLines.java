package io.metasched.simulation.workload.trace;

import io.metasched.simulation.text.PrintableText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The comment lines {@code ; Key: value} of a log. A comment without a key, such as the second line
 * of a long value, is passed over. Also knows what the header says of the machine.
 */
final class HeaderLines {
  private static final Pattern SIZE = Pattern.compile("(-?[0-9]{1,10})(?:\\s.*)?");
  private static final List<String> SIZE_KEYS = List.of("MaxProcs", "MaxNodes");

  private record Value(String text, int ordinal) {}

  private final LogLines lines;
  private final int most;
  private final TreeMap<String, List<Value>> values = new TreeMap<>();
  private int kept;

  HeaderLines(LogLines lines, TraceLimits limits) {
    this.lines = lines;
    this.most = limits.headerLines();
  }

  /**
   * Takes the current line, a comment that begins at {@code from} in the buffer.
   *
   * @throws TraceException if there are too many lines with a key
   */
  void add(int from) {
    int keyStart = from + 1;
    while (keyStart < lines.end() && SwfLine.isBlank(lines.buffer()[keyStart])) {
      keyStart++;
    }
    int keyEnd = keyEnd(keyStart);
    if (keyEnd == keyStart) {
      return;
    }
    if (++kept > most) {
      throw lines.fault("a log may have at most %d header lines with a key".formatted(most));
    }
    var value = new Value(printable(keyEnd + 1, lines.end()).strip(), lines.ordinal());
    values.computeIfAbsent(printable(keyStart, keyEnd), key -> new ArrayList<>()).add(value);
  }

  /** The keys and their values, those of a repeated key joined by line feeds. */
  SortedMap<String, String> byKey() {
    var joined = new TreeMap<String, String>();
    values.forEach(
        (key, all) ->
            joined.put(key, all.stream().map(Value::text).collect(Collectors.joining("\n"))));
    return joined;
  }

  /**
   * The number of processors: MaxProcs, else MaxNodes; a number below 1 stands for unknown.
   *
   * @return 0 if the header has none
   * @throws TraceException if it has two numbers, or one that makes no sense
   */
  int processors() {
    for (var key : SIZE_KEYS) {
      int size = size(key);
      if (size > 0) {
        return size;
      }
    }
    return 0;
  }

  /** End of the word at {@code keyStart} if a colon and a blank follow; else its start. */
  private int keyEnd(int keyStart) {
    var text = lines.buffer();
    int at = keyStart;
    while (at < lines.end() && isWordPart(text[at])) {
      at++;
    }
    boolean colon = at < lines.end() && text[at] == ':';
    boolean apart = at + 1 >= lines.end() || SwfLine.isBlank(text[at + 1]);
    return colon && apart ? at : keyStart;
  }

  private static boolean isWordPart(byte octet) {
    return (octet >= 'a' && octet <= 'z')
        || (octet >= 'A' && octet <= 'Z')
        || (octet >= '0' && octet <= '9')
        || octet == '_';
  }

  private String printable(int start, int end) {
    var text = new String(lines.buffer(), start, end - start, StandardCharsets.UTF_8);
    return PrintableText.replaced(text, ' ');
  }

  private int size(String key) {
    int size = 0;
    for (var value : values.getOrDefault(key, List.of())) {
      int one = size(key, value);
      if (one > 0 && size > 0 && one != size) {
        throw noSize(value, "header %s is %d here and %d before".formatted(key, one, size));
      }
      size = one > 0 ? one : size;
    }
    return size;
  }

  private int size(String key, Value value) {
    var number = SIZE.matcher(value.text());
    long size = number.matches() ? Long.parseLong(number.group(1)) : Long.MAX_VALUE;
    if (size > Integer.MAX_VALUE) {
      throw noSize(
          value,
          "header %s must be a whole number up to %d, but is %s"
              .formatted(key, Integer.MAX_VALUE, PrintableText.quoted(value.text())));
    }
    return (int) Math.max(size, 0);
  }

  private TraceException noSize(Value value, String why) {
    return new TraceException(
        lines.origin(value.ordinal()) + ": " + why + "; give the number of processors yourself");
  }
}
