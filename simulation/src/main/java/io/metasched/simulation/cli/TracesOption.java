package io.metasched.simulation.cli;

import io.metasched.simulation.run.LogFolders;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that says where logs are. */
final class TracesOption {
  @Option(
      names = "--traces",
      paramLabel = "DIR",
      description = "Where logs are looked for (default: $METASCHED_TRACES, else ./traces).")
  private @Nullable Path traces;

  /** Where logs are looked for. */
  LogFolders folders() {
    return LogFolders.firstOf(
        Optional.ofNullable(traces), Optional.ofNullable(System.getenv("METASCHED_TRACES")));
  }
}
