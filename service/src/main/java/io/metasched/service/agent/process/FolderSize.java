package io.metasched.service.agent.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Size of the folder of a run.
 *
 * @param run run that owns the folder
 * @param bytes disk usage in bytes, in steps of 1024
 * @param files number of files and folders in the folder; 0 if {@code du} cannot count them
 */
record FolderSize(Run run, long bytes, long files) {
  private static final long KIB = 1024;
  private static final double MIB = 1 << 20;
  private static final long MOST_SECONDS = 20; // per call of du
  private static final List<String> BYTES = List.of("du", "-skx", "--");
  private static final List<String> FILES = List.of("du", "-sx", "--inodes", "--");
  private static final String DELETED = " (deleted)";

  /**
   * Measures the folders of runs with {@code du}, which follows no links and reads folders of any
   * depth.
   *
   * @param withDeleted whether deleted files that are still open count as well
   * @param isRoot whether the agent can read folders whose users have removed access to them;
   *     otherwise, access is restored first
   * @return sizes of the folders that could be measured; a folder is missing if its job moves
   *     folders during the measurement
   */
  static List<FolderSize> of(List<Run> runs, boolean withDeleted, boolean isRoot)
      throws IOException {
    var kib = new HashMap<String, Long>();
    if (!du(BYTES, runs, kib) && !isRoot) {
      open(runs);
      du(BYTES, runs, kib);
    }
    lookAlone(BYTES, runs, kib);
    var measured = runs.stream().filter(run -> kib.containsKey(path(run))).toList();
    var files = new HashMap<String, Long>();
    du(FILES, measured, files);
    boolean countsFiles = du(FILES, List.of(), new HashMap<>());
    if (countsFiles) {
      lookAlone(FILES, measured, files);
    }
    var sizes = new ArrayList<FolderSize>();
    for (var run : measured) {
      long open = withDeleted ? deletedBytes(run) : 0;
      if (!countsFiles || files.containsKey(path(run))) {
        long bytes = kib.getOrDefault(path(run), 0L) * KIB + open;
        sizes.add(new FolderSize(run, bytes, files.getOrDefault(path(run), 0L)));
      }
    }
    return sizes;
  }

  private static String path(Run run) {
    return run.folder().path().toString();
  }

  /**
   * Measures each missing folder with a separate process: in a joint measurement, a failing folder
   * prevents the measurement of the folders after it.
   */
  private static void lookAlone(List<String> words, List<Run> runs, Map<String, Long> found)
      throws IOException {
    for (var run : runs) {
      if (!found.containsKey(path(run))) {
        du(words, List.of(run), found);
      }
    }
  }

  /** Restores read access to folders if a job of the agent's own user has removed the access. */
  private static void open(List<Run> runs) throws IOException {
    var command = new ArrayList<>(List.of("find"));
    runs.forEach(run -> command.add(run.folder().path().toString()));
    command.addAll(List.of("-xdev", "-type", "d", "!", "-perm", "-500"));
    command.addAll(List.of("-exec", "chmod", "u+rwx", "{}", ";"));
    var builder = SupervisorScript.clean(command).redirectErrorStream(true);
    var opening = builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    opening.onExit().completeOnTimeout(opening, MOST_SECONDS, TimeUnit.SECONDS).join();
    opening.destroyForcibly();
  }

  /** Measures the folders of runs with one process; returns whether all could be read. */
  private static boolean du(List<String> words, List<Run> runs, Map<String, Long> found)
      throws IOException {
    var command = new ArrayList<>(words);
    runs.forEach(run -> command.add(run.folder().path().toString()));
    if (runs.isEmpty()) {
      command.add("/dev/null");
    }
    var builder = SupervisorScript.clean(command);
    var process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    process.getOutputStream().close();
    var unused =
        process
            .onExit()
            .completeOnTimeout(process, MOST_SECONDS, TimeUnit.SECONDS)
            .thenRun(() -> process.toHandle().destroyForcibly()); // the output stays readable
    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
        .lines()
        .map(line -> line.split("\t", 2))
        .filter(line -> line.length == 2 && line[0].matches("\\d{1,15}"))
        .forEach(line -> found.put(line[1], Long.parseLong(line[0])));
    return process.onExit().join().exitValue() == 0;
  }

  /** Returns the bytes of deleted files that processes of a run still have open. */
  private static long deletedBytes(Run run) {
    long bytes = 0;
    var seen = new HashSet<Object>();
    for (var file : RunProcesses.openFiles(run)) {
      try {
        if (Files.readSymbolicLink(file).toString().endsWith(DELETED)
            && seen.add(Files.getAttribute(file, "unix:ino"))) {
          bytes += Files.size(file);
        }
      } catch (IOException gone) {
        // no longer open
      }
    }
    return bytes;
  }

  /**
   * Returns the bound that the folder exceeds, with the measured value; empty if no bound is
   * exceeded.
   */
  Optional<String> above(RunBounds bounds) {
    if (bytes > bounds.folderBytes()) {
      return Optional.of(
          "its folder took %.1f MiB, allowed are %.1f"
              .formatted(bytes / MIB, bounds.folderBytes() / MIB));
    }
    return files > bounds.folderFiles()
        ? Optional.of(
            "its folder had %d files, allowed are %d".formatted(files, bounds.folderFiles()))
        : Optional.empty();
  }
}
