package io.metasched.simulation.run;

import io.metasched.simulation.rows.ResultFolder;
import io.metasched.simulation.rows.ResultFormatException;
import io.metasched.simulation.rows.RunFolder;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rule.RunRules;
import io.metasched.simulation.rule.Violation;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.study.Comparison;
import io.metasched.simulation.study.RunComparison;
import io.metasched.simulation.study.SimulationComparison;
import io.metasched.simulation.study.Study;
import io.metasched.simulation.study.StudyComparison;
import io.metasched.simulation.study.StudyFiles;
import io.metasched.simulation.system.SystemEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Compares two result folders: of simulations, or of experiments and sweeps. */
public final class Comparisons {
  private static final int MOST_RUNS = 100;

  private Comparisons() {}

  /**
   * Compares two result folders that pass the check; at most two runs are in memory at a time.
   *
   * @param version of this program
   * @throws UsageException when there is nothing to compare in them, or they are not comparable
   * @throws ResultFormatException when a file cannot be read back
   */
  public static Comparison of(Path first, Path second, String version) {
    boolean studies = isStudy(first);
    if (studies != isStudy(second)) {
      throw new UsageException(
          "%s holds an experiment or a sweep, but %s does not; compare two results of one kind"
              .formatted(studies ? first : second, studies ? second : first));
    }
    return studies
        ? StudyComparison.of(study(first, version), study(second, version))
        : simulations(first, second, version);
  }

  private static boolean isStudy(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new UsageException("%s: no such result folder".formatted(folder));
    }
    return Files.exists(folder.resolve(StudyFiles.OBSERVATIONS)) && !new RunFolder(folder).hasRun();
  }

  private static SimulationComparison simulations(Path first, Path second, String version) {
    var runs = runsIn(first);
    var others = runsIn(second);
    if (runs.size() == 1 && others.size() == 1) {
      var only = compare(runs.firstEntry().getValue(), others.firstEntry().getValue(), version);
      return new SimulationComparison(List.of(only), List.of(), List.of());
    }
    var compared = new ArrayList<RunComparison>();
    for (var run : runs.entrySet()) {
      var other = others.get(run.getKey());
      if (other != null) {
        compared.add(compare(run.getValue(), other, version));
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
  private static NavigableMap<String, Path> runsIn(Path folder) {
    var runs = new TreeMap<String, Path>();
    for (var run : folders(folder)) {
      var policy = title(run).policy();
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
              .formatted(folder, RunTitle.FILE));
    }
    return runs;
  }

  private static List<Path> folders(Path folder) {
    if (new RunFolder(folder).hasRun()) {
      return List.of(folder);
    }
    var folders = new ArrayList<Path>();
    try (var entries = Files.newDirectoryStream(folder, entry -> new RunFolder(entry).hasRun())) {
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

  private static RunTitle title(Path run) {
    return titleOf(Results.entry(run), run);
  }

  private static <R extends RunTables> RunTitle titleOf(SystemEntry<R> entry, Path run) {
    return Results.read(entry, run).title();
  }

  private static RunComparison compare(Path first, Path second, String version) {
    var entry = Results.entry(first);
    if (!Results.entry(second).equals(entry)) {
      throw new UsageException(
          "the results are not comparable: %s is a run of system %s, %s one of system %s"
              .formatted(
                  first, entry.system().kind(), second, Results.entry(second).system().kind()));
    }
    return compare(entry, first, second, version);
  }

  private static <R extends RunTables> RunComparison compare(
      SystemEntry<R> entry, Path first, Path second, String version) {
    return RunComparison.of(
        entry.system().compared(), sound(entry, first, version), sound(entry, second, version));
  }

  private static Study study(Path folder, String version) {
    var study = StudyFiles.read(folder);
    requireNone(StudyCheck.check(folder, version), folder);
    return study;
  }

  /**
   * A run that passes the check, so that its numbers mean something; of one without a summary only
   * the rules can be checked.
   */
  private static <R extends RunTables> R sound(SystemEntry<R> entry, Path folder, String version) {
    var run = Results.read(entry, folder);
    boolean isWhole = Files.exists(RunCheck.summaryFolder(folder).resolve(ResultFolder.SUMMARY));
    requireNone(
        isWhole
            ? new RunCheck(folder, version).check()
            : RunRules.check(entry.system().rules(), run),
        folder);
    return run;
  }

  private static void requireNone(List<Violation> violations, Path folder) {
    if (!violations.isEmpty()) {
      throw new UsageException(
          "%s: the check finds %d violations, the first: %s"
              .formatted(folder, violations.size(), violations.get(0)));
    }
  }
}
