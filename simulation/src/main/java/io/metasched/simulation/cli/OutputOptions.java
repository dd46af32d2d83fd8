package io.metasched.simulation.cli;

import io.metasched.simulation.rows.ResultFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the place and the format of results. */
final class OutputOptions {
  static final Path RESULTS = Path.of("results");

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder of the results (default: results/NAME-N, the next free N).")
  private @Nullable Path out;

  @Option(names = "--force", description = "Replaces the results in --out.")
  private boolean force;

  @Option(names = "--json", description = "Prints one JSON object instead of tables.")
  private boolean json;

  /** Creates the folder for the results. */
  ResultFolder open(String name) {
    var folder = ResultFolder.open(out != null ? out : ResultFolder.nextFree(RESULTS, name), force);
    PluginExit.discards(folder);
    return folder;
  }

  /** Returns the nearest existing folder above --out; empty if results are numbered. */
  Optional<Path> nearest() {
    var parent = out == null ? null : out.toAbsolutePath().normalize().getParent();
    while (parent != null && !Files.isDirectory(parent)) {
      parent = parent.getParent();
    }
    return Optional.ofNullable(parent);
  }

  /** Returns whether to print one JSON object and nothing else. */
  boolean json() {
    return json;
  }
}
