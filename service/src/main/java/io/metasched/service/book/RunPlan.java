package io.metasched.service.book;

import io.metasched.service.run.RunLimits;
import io.metasched.service.run.StoredInput;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Command of a job and its settings on each node.
 *
 * @param command program and its arguments
 * @param environment environment variables
 * @param input files for its working folder
 * @param graceMillis time before the end of the window at which the job receives TERM, in
 *     milliseconds
 * @param warnMillis time before the end of the window at which the job receives a warning signal,
 *     in milliseconds
 * @param memoryBytes memory limit of all processes of one part, in bytes
 * @param processes highest number of processes of a part
 * @param chdir folder in which the command starts; empty for the working folder
 */
@RecordBuilder
public record RunPlan(
    List<String> command,
    Map<String, String> environment,
    List<StoredInput> input,
    long graceMillis,
    Optional<Long> warnMillis,
    Optional<Long> memoryBytes,
    Optional<Integer> processes,
    Optional<String> chdir)
    implements RunPlanBuilder.With {

  public RunPlan {
    command = List.copyOf(command);
    environment = Collections.unmodifiableMap(new TreeMap<>(environment));
    input = List.copyOf(input);
  }

  /** Returns the limits as passed to machines. */
  public RunLimits limits() {
    return new RunLimits(
        memoryBytes.map(OptionalLong::of).orElseGet(OptionalLong::empty),
        processes.map(OptionalInt::of).orElseGet(OptionalInt::empty));
  }
}
