package io.metasched.service.run;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is to run, where, and in which window of time. The window is bought: the machine itself ends
 * the run at its end, whether or not it can talk to anybody then.
 *
 * @param node name of the node
 * @param command the program and its arguments, at least one
 * @param environment variables of the command, beside those that every run gets
 * @param input files for its working folder
 * @param windowStart nothing starts before it
 * @param windowEnd nothing of the run is left behind it
 * @param grace the run is asked to end (TERM) so long before the end of the window, and is killed
 *     at the end
 * @param warnBeforeEnd the run is warned (USR1) so long before the end of its window
 * @param limits what it may use
 * @param account whose run it is
 * @param chdir folder in which the command starts, as {@code cd} takes it from the working folder
 */
public record RunSpec(
    RunId id,
    String node,
    List<String> command,
    SortedMap<String, String> environment,
    List<InputFile> input,
    Instant windowStart,
    Instant windowEnd,
    Duration grace,
    Optional<Duration> warnBeforeEnd,
    RunLimits limits,
    String account,
    Optional<String> chdir) {

  /**
   * @throws IllegalArgumentException without a command, with an empty window, or with a grace that
   *     is negative
   */
  public RunSpec {
    command = List.copyOf(command);
    environment = sorted(environment);
    input = List.copyOf(input);
    if (command.isEmpty() || !windowStart.isBefore(windowEnd) || grace.isNegative()) {
      throw new IllegalArgumentException(
          "run %s needs a command, a window and a grace of at least 0".formatted(id));
    }
  }

  private static SortedMap<String, String> sorted(Map<String, String> variables) {
    return Collections.unmodifiableSortedMap(new TreeMap<>(variables));
  }

  /** A digest of all of it: two specs of one run are equal if and only if their digests are. */
  public String digest() {
    return SpecDigest.of(this);
  }
}
