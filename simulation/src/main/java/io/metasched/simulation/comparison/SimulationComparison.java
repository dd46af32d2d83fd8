package io.metasched.simulation.comparison;

import io.metasched.simulation.check.Checker;
import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.result.RunFiles;
import io.metasched.simulation.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Two simulations, policy by policy.
 *
 * @param runs one for each policy that both ran; or the only one of each, whatever their names
 * @param onlyFirst policies that only the first ran
 * @param onlySecond policies that only the second ran
 */
public record SimulationComparison(
    List<RunComparison> runs, List<String> onlyFirst, List<String> onlySecond)
    implements Comparison {
  private static final int MOST_RUNS = 100;

  public SimulationComparison {
    runs = List.copyOf(runs);
    onlyFirst = List.copyOf(onlyFirst);
    onlySecond = List.copyOf(onlySecond);
  }

  /**
   * Compares the runs in two folders; at most two runs are in memory at a time.
   *
   * @throws UsageException when no policy is in both, their jobs differ, or a run is not sound
   */
  static SimulationComparison of(Path first, Path second) {
    var runs = runsIn(first);
    var others = runsIn(second);
    if (runs.size() == 1 && others.size() == 1) {
      var only = compare(runs.firstEntry().getValue(), others.firstEntry().getValue());
      return new SimulationComparison(List.of(only), List.of(), List.of());
    }
    var compared = new ArrayList<RunComparison>();
    for (var run : runs.entrySet()) {
      var other = others.get(run.getKey());
      if (other != null) {
        compared.add(compare(run.getValue(), other));
      }
    }
    if (compared.isEmpty()) {
      throw new UsageException(
          "no policy is in both results: %s in %s, %s in %s; to compare two, name the folder of each"
              .formatted(
                  String.join(", ", runs.keySet()),
                  first,
                  String.join(", ", others.keySet()),
                  second));
    }
    return new SimulationComparison(compared, without(runs, others), without(others, runs));
  }

  private static List<String> without(
      NavigableMap<String, Path> runs, NavigableMap<String, Path> others) {
    return runs.keySet().stream().filter(policy -> !others.containsKey(policy)).toList();
  }

  /** The folders of runs by their policies: the folder itself, or those in it. */
  private static TreeMap<String, Path> runsIn(Path folder) {
    var runs = new TreeMap<String, Path>();
    for (var run : folders(folder)) {
      var policy = RunFiles.readHeader(run).policy();
      var twin = runs.put(policy, run);
      if (twin != null) {
        throw new UsageException(
            "%s: holds two runs of policy %s, %s and %s; name the folder of one simulation"
                .formatted(folder, policy, twin.getFileName(), run.getFileName()));
      }
    }
    if (runs.isEmpty()) {
      throw new UsageException(
          "%s: holds no results (no %s in it); name the folder of a simulation, or of one experiment"
              .formatted(folder, RunFiles.HEADER));
    }
    return runs;
  }

  private static List<Path> folders(Path folder) {
    if (isRun(folder)) {
      return List.of(folder);
    }
    var folders = new ArrayList<Path>();
    try (var entries = Files.newDirectoryStream(folder, SimulationComparison::isRun)) {
      for (var entry : entries) {
        folders.add(entry);
        if (folders.size() > MOST_RUNS) {
          throw new UsageException(
              "%s: holds more than %d runs; name the folder of one simulation"
                  .formatted(folder, MOST_RUNS));
        }
      }
    } catch (IOException e) {
      throw new UsageException("%s: cannot be read: %s".formatted(folder, e.getMessage()));
    }
    folders.sort(null);
    return folders;
  }

  private static boolean isRun(Path folder) {
    return Files.isRegularFile(folder.resolve(RunFiles.HEADER));
  }

  private static RunComparison compare(Path first, Path second) {
    return RunComparison.of(read(first), read(second));
  }

  /** A run that passes the check, so that its numbers mean something. */
  private static RunResult read(Path folder) {
    var run = RunFiles.read(folder);
    var violations = Checker.check(run);
    if (!violations.isEmpty()) {
      throw new UsageException(
          "%s: the check finds %d violations, the first: %s"
              .formatted(folder, violations.size(), violations.get(0)));
    }
    return run;
  }
}
