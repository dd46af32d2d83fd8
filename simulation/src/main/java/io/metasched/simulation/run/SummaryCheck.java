package io.metasched.simulation.run;

import io.metasched.simulation.check.Violation;
import io.metasched.simulation.result.PolicyTotals;
import io.metasched.simulation.result.ResultFolder;
import io.metasched.simulation.result.ResultFormatException;
import io.metasched.simulation.result.RunFiles;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The check of summaries against the runs they tell of. Each summary is read once. */
final class SummaryCheck {
  private static final String RULE = "summary";

  private final Path folder;
  private final TreeMap<Path, Summary> summaries = new TreeMap<>();

  /** A summary, and the runs that were found where it lies. */
  private static final class Summary {
    final List<PolicyTotals> told = new ArrayList<>();
    final TreeSet<String> found = new TreeSet<>();
    @Nullable String damage;
    boolean someUnreadable;

    Summary(Path file) {
      try {
        told.addAll(PolicyTotals.read(file));
      } catch (ResultFormatException e) {
        damage = String.valueOf(e.getMessage());
      }
    }
  }

  /**
   * A check of the summaries of the runs in a folder.
   *
   * @param folder the folder; a summary beside it is compared too, but may tell of more runs
   */
  SummaryCheck(Path folder) {
    this.folder = folder.toAbsolutePath().normalize();
  }

  /** Compares a run with the summary that tells of it, if there is one. */
  List<Violation> compare(Path run, PolicyTotals counted) {
    var summary = summaryOf(run);
    if (summary == null || summary.damage != null) {
      return List.of();
    }
    summary.found.add(counted.policy());
    var violations = new ArrayList<Violation>();
    var told = summary.told.stream().filter(t -> t.policy().equals(counted.policy())).toList();
    if (told.size() != 1) {
      violations.add(
          violation(
              ResultFolder.SUMMARY,
              "it must tell of the policy of this run once, but does %d times"
                  .formatted(told.size())));
    }
    told.forEach(totals -> compare(totals, counted, violations));
    return violations;
  }

  private static void compare(PolicyTotals told, PolicyTotals counted, List<Violation> violations) {
    if (!told.placementsDigest().equals(counted.placementsDigest())) {
      violations.add(
          violation(
              ResultFolder.SUMMARY,
              "placementsDigest must be %s, that of the placements, but is another"
                  .formatted(counted.placementsDigest())));
    }
    counted
        .jobsByFate()
        .forEach(
            (fate, jobs) -> {
              int number = told.jobsByFate().getOrDefault(fate, 0);
              if (jobs != number) {
                violations.add(
                    violation(
                        ResultFolder.SUMMARY,
                        "%s must be %d, but is %d".formatted(fate, jobs, number)));
              }
            });
  }

  /** Says that a run cannot be compared. */
  void unreadable(Path run) {
    var summary = summaryOf(run);
    if (summary != null) {
      summary.someUnreadable = true;
    }
  }

  /** What is wrong with the summaries themselves, when all runs have been compared. */
  List<Violation> ofSummaries() {
    var violations = new ArrayList<Violation>();
    summaries.forEach(
        (file, summary) -> {
          var where = folder.relativize(file).toString();
          if (summary.damage != null) {
            violations.add(violation(where, summary.damage));
          } else if (file.startsWith(folder) && !summary.someUnreadable) {
            missing(where, summary, violations);
          }
        });
    return violations;
  }

  private static void missing(String where, Summary summary, List<Violation> violations) {
    long missing =
        summary.told.stream().filter(told -> !summary.found.contains(told.policy())).count();
    if (missing > 0) {
      violations.add(
          violation(
              where,
              "there must be a run of each policy it tells of, but %d have none"
                  .formatted(missing)));
    }
  }

  /** The summary beside a run, or that of several policies above it. */
  private @Nullable Summary summaryOf(Path run) {
    var beside = run.toAbsolutePath().normalize();
    var above = beside.getParent();
    if (exists(beside.resolve(ResultFolder.SUMMARY))) {
      return summary(beside.resolve(ResultFolder.SUMMARY));
    }
    if (above != null && exists(above.resolve(ResultFolder.SUMMARY))) {
      return exists(above.resolve(RunFiles.HEADER))
          ? null
          : summary(above.resolve(ResultFolder.SUMMARY));
    }
    return null;
  }

  private static boolean exists(Path file) {
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
  }

  private Summary summary(Path file) {
    return summaries.computeIfAbsent(file, Summary::new);
  }

  private static Violation violation(String where, String detail) {
    return new Violation(RULE, where, detail);
  }
}
