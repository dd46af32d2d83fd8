package io.metasched.lab.check;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * File that a run wrote about itself. Its lines are {@code start NANOS NODE}, {@code beat NANOS}
 * and {@code end NANOS STATUS}, with nanoseconds since 1970 by the clock of its machine.
 *
 * @param job id of the job
 * @param attempt number of the attempt, from 1
 * @param part index of the part, from 0
 * @param lines all lines, in order
 */
public record RunFile(String job, int attempt, int part, List<Line> lines) {
  /**
   * Line that a run wrote.
   *
   * @param kind start, beat or end
   * @param nanos time of writing, in nanoseconds since 1970
   * @param word word after the time, or empty
   */
  public record Line(String kind, long nanos, String word) {}

  public RunFile {
    lines = List.copyOf(lines);
  }

  /**
   * Parses a file.
   *
   * @param name name of the file: job, attempt and part, joined by dots
   * @throws IllegalArgumentException for a name or a line that a run does not write
   */
  public static RunFile read(String name, List<String> lines) {
    var names = name.split("\\.", -1);
    if (names.length != 3) {
      throw new IllegalArgumentException("%s is not the name of a run".formatted(name));
    }
    var read = new ArrayList<Line>();
    for (var line : lines) {
      var words = line.split(" ", -1);
      if (words.length < 2 || !words[1].matches("\\d{1,19}")) {
        throw new IllegalArgumentException("%s: not a line of a run: %s".formatted(name, line));
      }
      read.add(new Line(words[0], Long.parseLong(words[1]), words.length > 2 ? words[2] : ""));
    }
    return new RunFile(names[0], Integer.parseInt(names[1]), Integer.parseInt(names[2]), read);
  }

  String id() {
    return "%s.%d.%d".formatted(job, attempt, part);
  }

  List<Line> of(String kind) {
    return lines.stream().filter(line -> line.kind().equals(kind)).toList();
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  long first() {
    return lines.stream().mapToLong(Line::nanos).min().orElse(0);
  }

  long last() {
    return lines.stream().mapToLong(Line::nanos).max().orElse(0);
  }

  /** Returns the node in the run's environment. */
  String node() {
    var starts = of("start");
    return starts.isEmpty() ? "" : starts.get(0).word();
  }

  /** Returns the status written before the run exited by itself. */
  OptionalInt status() {
    var ends = of("end");
    return ends.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(Integer.parseInt(ends.get(0).word()));
  }
}
