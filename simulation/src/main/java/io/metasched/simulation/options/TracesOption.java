package io.metasched.simulation.options;

import io.metasched.simulation.scenario.LogFolders;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option for the folder of the logs. */
public final class TracesOption {
  @Option(
      names = "--traces",
      paramLabel = "DIR",
      description = "Folder of the logs (default: $METASCHED_TRACES, else ./traces).")
  private @Nullable Path traces;

  /** Returns the folders that are searched for logs. */
  public LogFolders folders() {
    return LogFolders.firstOf(
        Optional.ofNullable(traces), Optional.ofNullable(System.getenv("METASCHED_TRACES")));
  }
}
