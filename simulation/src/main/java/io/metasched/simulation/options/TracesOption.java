package io.metasched.simulation.options;

import io.metasched.simulation.scenario.LogFolders;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that says where logs are. */
public final class TracesOption {
  @Option(
      names = "--traces",
      paramLabel = "DIR",
      description = "Where logs are looked for (default: $METASCHED_TRACES, else ./traces).")
  private @Nullable Path traces;

  /** Where logs are looked for. */
  public LogFolders folders() {
    return LogFolders.firstOf(
        Optional.ofNullable(traces), Optional.ofNullable(System.getenv("METASCHED_TRACES")));
  }
}
