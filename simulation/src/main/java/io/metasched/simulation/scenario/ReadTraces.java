package io.metasched.simulation.scenario;

import io.metasched.simulation.workload.Logs;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;

/** Cache of logs, each of which is read once. Confined to one thread. */
public final class ReadTraces implements BiFunction<Path, TraceOptions, Trace> {
  private final Map<TraceKey, Trace> read = new LinkedHashMap<>();

  private record TraceKey(Path file, TraceOptions options) {}

  @Override
  public Trace apply(Path file, TraceOptions options) {
    return read.computeIfAbsent(
        new TraceKey(file, options), key -> Logs.read(key.file(), key.options()));
  }
}
