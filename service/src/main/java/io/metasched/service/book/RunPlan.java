package io.metasched.service.book;

import io.metasched.service.run.RunLimits;
import io.metasched.service.run.StoredInput;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What a job runs on each of its nodes.
 *
 * @param command the program and its arguments
 * @param environment its variables
 * @param input files for its working folder
 * @param graceMillis how long before the end of its window it is asked to end
 * @param warnMillis how long before the end of its window it is warned
 * @param memoryBytes what all its processes of one part may use
 * @param processes how many processes a part may have
 * @param chdir folder in which the command starts, if not the working folder
 */
public record RunPlan(
    List<String> command,
    Map<String, String> environment,
    List<StoredInput> input,
    long graceMillis,
    Optional<Long> warnMillis,
    Optional<Long> memoryBytes,
    Optional<Integer> processes,
    Optional<String> chdir) {

  public RunPlan {
    command = List.copyOf(command);
    environment = Collections.unmodifiableMap(new TreeMap<>(environment));
    input = List.copyOf(input);
  }

  /** The limits as the machines get them. */
  public RunLimits limits() {
    return new RunLimits(
        memoryBytes.map(OptionalLong::of).orElseGet(OptionalLong::empty),
        processes.map(OptionalInt::of).orElseGet(OptionalInt::empty));
  }
}
