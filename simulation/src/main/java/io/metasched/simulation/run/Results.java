package io.metasched.simulation.run;

import io.metasched.metascheduler.program.PrintableText;
import io.metasched.simulation.rows.ResultFormatException;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.TableFolder;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.system.SystemEntry;
import io.metasched.simulation.system.Systems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;

/** Finder and reader of the runs in a result folder. */
public final class Results {
  private static final int DEEPEST = 8;

  private Results() {}

  /**
   * Returns the folders with a run, in and below {@code folder}, sorted.
   *
   * @throws UsageException if there is none
   */
  public static List<Path> foldersIn(Path folder) {
    var folders = foldersWith(RunTitle.FILE, folder);
    if (folders.isEmpty()) {
      throw new UsageException(
          "%s: holds no results (no %s in it)".formatted(folder, RunTitle.FILE));
    }
    return folders;
  }

  /**
   * Returns the system of a run.
   *
   * @throws ResultFormatException if its title cannot be read or does not name a system
   */
  static SystemEntry<?> entry(Path run) {
    var kind = new TableFolder(run).kind();
    return Systems.named(kind)
        .orElseThrow(
            () ->
                new ResultFormatException(
                    "%s: kind: there is no system %s"
                        .formatted(run.resolve(RunTitle.FILE), PrintableText.quoted(kind))));
  }

  /**
   * Reads a run.
   *
   * @throws ResultFormatException if a file is missing or damaged
   */
  static <R extends RunTables> R read(SystemEntry<R> entry, Path run) {
    return new TableFolder(run).read(entry.system()::assemble, new LinkedHashMap<>());
  }

  /**
   * Returns the history of a job in a run, as lines; empty if the run has no such job.
   *
   * @throws ResultFormatException if a file is missing or damaged
   */
  public static List<String> explain(Path run, String job) {
    return explain(entry(run), run, job);
  }

  private static <R extends RunTables> List<String> explain(
      SystemEntry<R> entry, Path run, String job) {
    return entry.system().explainer().explain(read(entry, run), job);
  }

  /**
   * Returns the folders with a file of that name, in and below {@code folder}, sorted.
   *
   * @throws UsageException if the folder does not exist
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
