package io.metasched.simulation.run;

import io.metasched.simulation.check.Violation;
import io.metasched.simulation.result.ResultFolder;
import io.metasched.simulation.result.ResultFormatException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The results of one kind below a folder, with a folder for each policy. Each summary tells of one
 * or several folders with jobs.
 */
final class PolicyFolders {
  private static final String FILES = "files";

  /** Folders with the jobs of one policy, by the folder of the summary that tells of them. */
  private final TreeMap<Path, TreeSet<Path>> bySummary = new TreeMap<>();

  private final PolicyFiles kind;
  private final Path checked;
  private int policies;

  /** Finds the results of that kind. */
  PolicyFolders(PolicyFiles kind, Path folder) {
    this.kind = kind;
    checked = folder.toAbsolutePath().normalize();
    for (var jobs : Results.foldersWith(PolicyFiles.JOBS, checked)) {
      if (kind.hasJobs(jobs)) {
        policies++;
        bySummary.computeIfAbsent(summaryFolder(jobs), f -> new TreeSet<>()).add(jobs);
      }
    }
    for (var told : Results.foldersWith(ResultFolder.SUMMARY, checked)) {
      if (kind.isSummary(told.resolve(ResultFolder.SUMMARY))) {
        bySummary.computeIfAbsent(told, f -> new TreeSet<>());
      }
    }
  }

  private static Path summaryFolder(Path jobs) {
    var above = jobs.getParent();
    if (above == null || Files.exists(jobs.resolve(ResultFolder.SUMMARY))) {
      return jobs;
    }
    return Files.exists(above.resolve(ResultFolder.SUMMARY)) ? above : jobs;
  }

  boolean isEmpty() {
    return bySummary.isEmpty();
  }

  /** How many runs there are, one for each policy. */
  int count() {
    return policies;
  }

  /** What is wrong with them; places are relative to the folder that is checked. */
  List<Violation> check() {
    var violations = new ArrayList<Violation>();
    bySummary.forEach(
        (folder, jobs) -> {
          try {
            check(folder, jobs, violations);
          } catch (ResultFormatException e) {
            violations.add(new Violation(FILES, place(folder), String.valueOf(e.getMessage())));
          }
        });
    return violations;
  }

  private void check(Path folder, Set<Path> found, List<Violation> violations) {
    var told = kind.read(folder.resolve(ResultFolder.SUMMARY));
    boolean isWhole = folder.startsWith(checked);
    for (var policy : told) {
      var jobs = told.size() == 1 ? folder : folder.resolve(policy.name());
      if (found.remove(jobs)) {
        check(jobs, policy, violations);
      } else if (isWhole) {
        violations.add(
            new Violation(
                FILES, place(folder), "there are no jobs of a policy that the summary tells of"));
      }
    }
    found.forEach(
        other ->
            violations.add(
                new Violation(FILES, place(other), "the summary does not tell of these jobs")));
  }

  private void check(Path jobs, PolicyFiles.Told policy, List<Violation> violations) {
    try {
      for (var found : policy.check(jobs)) {
        var where = "%s: %s".formatted(place(jobs), found.where());
        violations.add(new Violation(found.rule(), where, found.detail()));
      }
    } catch (ResultFormatException e) {
      violations.add(new Violation(FILES, place(jobs), String.valueOf(e.getMessage())));
    }
  }

  private String place(Path folder) {
    var below = checked.relativize(folder).toString();
    return below.isEmpty() ? kind.whole() : below;
  }
}
