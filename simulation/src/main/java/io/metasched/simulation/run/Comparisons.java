package io.metasched.simulation.run;

import io.metasched.simulation.rows.ResultFolder;
import io.metasched.simulation.rows.ResultFormatException;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.TableFolder;
import io.metasched.simulation.rule.RunRules;
import io.metasched.simulation.rule.Violation;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.study.Comparison;
import io.metasched.simulation.study.PolicyStudy;
import io.metasched.simulation.study.RunComparison;
import io.metasched.simulation.study.SeveralComparisons;
import io.metasched.simulation.study.SimulationComparison;
import io.metasched.simulation.study.StudyComparison;
import io.metasched.simulation.study.StudyFiles;
import io.metasched.simulation.study.Sweep;
import io.metasched.simulation.system.SystemEntry;
import io.metasched.simulation.system.Systems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Comparison of result folders: of simulations, or of experiments and sweeps. */
public final class Comparisons {
  private static final int MOST_RUNS = 100;

  private Comparisons() {}

  /**
   * Compares result folders with the first of them; all must pass the check. At most two runs are
   * in memory at a time.
   *
   * @param folders two or more folders, or the folder of one study, if policies are named
   * @param policies names of policies of studies; empty to compare the policies that both results
   *     have
   * @param version version of this program
   * @throws UsageException if the folders contain nothing to compare, or are not comparable
   * @throws ResultFormatException if a file cannot be read
   */
  public static Comparison of(List<Path> folders, List<String> policies, String version) {
    if (!policies.isEmpty()) {
      return ofPolicies(folders, policies, version);
    }
    if (folders.size() < 2) {
      throw new UsageException(
          "compare: needs a second result folder, or --policies A,B of a sweep or an experiment");
    }
    var names = folders.stream().map(Path::toString).toList();
    var first = folders.get(0);
    var others = new ArrayList<Comparison>();
    for (var folder : folders.subList(1, folders.size())) {
      others.add(of(first, folder, version));
    }
    return several(names, others);
  }

  private static Comparison several(List<String> names, List<Comparison> others) {
    return others.size() == 1 ? others.get(0) : new SeveralComparisons(names, others);
  }

  private static Comparison of(Path first, Path second, String version) {
    boolean studies = isStudy(first);
    if (studies != isStudy(second)) {
      throw new UsageException(
          "%s holds an experiment or a sweep, but %s does not; compare two results of one kind"
              .formatted(studies ? first : second, studies ? second : first));
    }
    if (!studies) {
      return simulations(first, second, version);
    }
    return named(studies(study(first, version), study(second, version)), first, second);
  }

  /** Adds to the comparison the settings in which the scenarios of paired replications differ. */
  private static StudyComparison named(StudyComparison compared, Path first, Path second) {
    var settings = differingSettings(first, second);
    return compared.paired() && !settings.isEmpty()
        ? compared.because("the scenarios differ in " + String.join(", ", settings))
        : compared;
  }

  /**
   * Returns the keys by which the scenarios of two sweeps differ, except the policies; empty for
   * experiments.
   */
  private static List<String> differingSettings(Path first, Path second) {
    var settings = settings(first);
    var others = settings(second);
    var keys = new TreeSet<>(settings.keySet());
    keys.addAll(others.keySet());
    return keys.stream()
        .filter(key -> !key.equals("policies"))
        .filter(key -> !Objects.equals(settings.get(key), others.get(key)))
        .toList();
  }

  private static SortedMap<String, String> settings(Path sweep) {
    var file = sweep.resolve(Simulation.SCENARIO_FILE);
    return Files.exists(file) ? Systems.SCENARIOS.ofFile(file).settings() : new TreeMap<>();
  }

  /**
   * Compares two studies; if they have one policy each and the policies differ, compares the first
   * policy with the second.
   */
  private static StudyComparison studies(PolicyStudy first, PolicyStudy second) {
    boolean isSweep = first.study().experiment().equals(Sweep.NAME);
    if (!isSweep
        || !second.study().experiment().equals(Sweep.NAME)
        || second.policies().stream().anyMatch(first.policies()::contains)) {
      return StudyComparison.of(first.study(), second.study());
    }
    if (first.policies().size() > 1 || second.policies().size() > 1) {
      throw new UsageException(
          "no policy is in both sweeps: %s in the first, %s in the second; name one of each:"
                  .formatted(
                      String.join(", ", first.policies()), String.join(", ", second.policies()))
              + " --policies %s,%s".formatted(first.policies().get(0), second.policies().get(0)));
    }
    return StudyComparison.ofPolicies(
        first, first.policies().get(0), second, second.policies().get(0));
  }

  /** Compares policies of one study, or one policy of each of several studies. */
  private static Comparison ofPolicies(List<Path> folders, List<String> policies, String version) {
    if (policies.size() < 2 || (folders.size() > 1 && policies.size() != folders.size())) {
      throw new UsageException(
          "--policies: allowed are two or more of one result, or one for each result, given were %d for %d"
              .formatted(policies.size(), folders.size()));
    }
    for (var folder : folders) {
      if (!isStudy(folder)) {
        throw new UsageException(
            ("%s: --policies is for sweeps and experiments; for a simulation, name the folder of"
                    + " each policy")
                .formatted(folder));
      }
    }
    var studies = folders.stream().map(folder -> study(folder, version)).toList();
    var first = studies.get(0);
    var others = new ArrayList<Comparison>();
    for (int at = 1; at < policies.size(); at++) {
      int other = studies.size() == 1 ? 0 : at;
      var compared =
          StudyComparison.ofPolicies(first, policies.get(0), studies.get(other), policies.get(at));
      others.add(named(compared, folders.get(0), folders.get(other)));
    }
    return several(policies, others);
  }

  private static boolean isStudy(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new UsageException("%s: no such result folder".formatted(folder));
    }
    return Files.exists(folder.resolve(StudyFiles.OBSERVATIONS))
        && !new TableFolder(folder).hasRun();
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

  /** Returns the folders of runs by their policies: the folder itself, or the folders in it. */
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
    if (new TableFolder(folder).hasRun()) {
      return List.of(folder);
    }
    var folders = new ArrayList<Path>();
    try (var entries = Files.newDirectoryStream(folder, entry -> new TableFolder(entry).hasRun())) {
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
          "the results are not comparable: %s is a run of system %s, but %s of system %s"
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

  private static PolicyStudy study(Path folder, String version) {
    var study = StudyFiles.read(folder);
    requireNone(StudyCheck.check(folder, version).violations(), folder);
    return new PolicyStudy(study, StudyCheck.result(folder, study).compared());
  }

  /**
   * Returns a run that passes the check, so that its numbers are meaningful; without a summary,
   * only the rules are checked.
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
