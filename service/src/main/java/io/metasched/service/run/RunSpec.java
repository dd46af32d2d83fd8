package io.metasched.service.run;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Specification of a run: its command, node and window. The window is bought: the machine ends the
 * run at the end of the window by itself, with or without a connection.
 *
 * @param node name of the node
 * @param command program and its arguments, at least one
 * @param environment variables of the command, in addition to the variables of every run
 * @param input files for its working folder
 * @param windowStart earliest start
 * @param windowEnd end by which no process of the run is left
 * @param grace time before the end of the window at which the run receives TERM; the machine kills
 *     the run at the end of the window
 * @param warnBeforeEnd time before the end of the window at which the run receives USR1 as a
 *     warning
 * @param limits limits of the run
 * @param account account of the run
 * @param chdir folder in which the command starts, as an argument of {@code cd} in the working
 *     folder
 */
@RecordBuilder
public record RunSpec(
    RunId id,
    String node,
    List<String> command,
    SortedMap<String, String> environment,
    List<StagedFile> input,
    Instant windowStart,
    Instant windowEnd,
    Duration grace,
    Optional<Duration> warnBeforeEnd,
    RunLimits limits,
    String account,
    Optional<String> chdir)
    implements RunSpecBuilder.With {

  /**
   * @throws IllegalArgumentException without a command, with an empty window, or with a negative
   *     grace
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

  /**
   * Returns a digest of the whole spec: two specs of one run are equal if and only if their digests
   * are equal.
   */
  public String digest() {
    return SpecDigest.of(this);
  }
}
