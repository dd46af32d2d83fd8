package io.metasched.simulation.run;

import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.result.RunFiles;
import io.metasched.simulation.result.TwoLevelSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Finds the runs that lie in a result folder. */
public final class Results {
  private static final int DEEPEST = 8;

  private Results() {}

  /**
   * The folders below and including {@code folder} that hold a run, sorted.
   *
   * @throws UsageException when there is none
   */
  public static List<Path> foldersIn(Path folder) {
    TwoLevelSummary.requireNoneIn(folder);
    var folders = foldersWith(RunFiles.HEADER, folder);
    if (folders.isEmpty()) {
      throw new UsageException(
          "%s: holds no results (no %s in it)".formatted(folder, RunFiles.HEADER));
    }
    return folders;
  }

  /**
   * The folders below and including {@code folder} that have a file of that name, sorted.
   *
   * @throws UsageException when there is no such folder
   */
  static List<Path> foldersWith(String name, Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new UsageException("%s: no such result folder".formatted(folder));
    }
    try (Stream<Path> files = Files.walk(folder, DEEPEST)) {
      return files
          .filter(file -> file.endsWith(name) && Files.isRegularFile(file))
          .map(file -> file.resolveSibling("").normalize())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UsageException("%s: cannot be read: %s".formatted(folder, e.getMessage()));
    }
  }
}
