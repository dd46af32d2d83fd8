package io.metasched.simulation.run;

import io.metasched.simulation.check.Checker;
import io.metasched.simulation.check.ExperimentCheck;
import io.metasched.simulation.check.Violation;
import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.result.CellFiles;
import io.metasched.simulation.result.PolicyTotals;
import io.metasched.simulation.result.ResultFormatException;
import io.metasched.simulation.result.RunFiles;
import io.metasched.simulation.result.StudyFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The check of all runs, experiments and replays below a folder, from their files.
 *
 * @param runs how many runs there are
 * @param experiments how many experiments there are
 * @param replays how many replays there are, one for each policy
 * @param twoLevels how many runs on two levels there are, one for each policy
 * @param violations all violations; their places name the folder below the one that was checked
 */
public record FolderCheck(
    int runs, int experiments, int replays, int twoLevels, List<Violation> violations) {

  public FolderCheck {
    violations = List.copyOf(violations);
  }

  /**
   * Checks every run, every experiment and every replay below and including the folder, and their
   * summaries.
   *
   * @throws UsageException when there is none
   */
  public static FolderCheck of(Path folder) {
    var runs = Results.foldersWith(RunFiles.HEADER, folder);
    var experiments = Results.foldersWith(StudyFiles.OBSERVATIONS, folder);
    var replays = new PolicyFolders(PolicyFiles.REPLAYS, folder);
    var twoLevels = new PolicyFolders(PolicyFiles.TWO_LEVELS, folder);
    boolean isNone = replays.isEmpty() && twoLevels.isEmpty();
    if (runs.isEmpty() && experiments.isEmpty() && isNone) {
      throw new UsageException(
          "%s: holds no results (no %s, no %s, no replay and no run on two levels in it)"
              .formatted(folder, RunFiles.HEADER, StudyFiles.OBSERVATIONS));
    }
    var summaries = new SummaryCheck(folder);
    var violations = new ArrayList<Violation>();
    for (var run : runs) {
      violations.addAll(placed(folder, run, check(run, summaries)));
    }
    violations.addAll(summaries.ofSummaries());
    for (var experiment : experiments) {
      violations.addAll(placed(folder, experiment, checkExperiment(experiment)));
    }
    violations.addAll(replays.check());
    violations.addAll(twoLevels.check());
    return new FolderCheck(
        runs.size(), experiments.size(), replays.count(), twoLevels.count(), violations);
  }

  private static List<Violation> placed(Path folder, Path below, List<Violation> violations) {
    var name = folder.normalize().relativize(below).toString();
    return name.isEmpty()
        ? violations
        : violations.stream()
            .map(v -> new Violation(v.rule(), name + ": " + v.where(), v.detail()))
            .toList();
  }

  private static List<Violation> checkExperiment(Path folder) {
    try {
      return ExperimentCheck.check(
          StudyFiles.read(folder).measurements(), CellFiles.read(folder), CellFiles.told(folder));
    } catch (ResultFormatException e) {
      return List.of(new Violation("files", "the experiment", String.valueOf(e.getMessage())));
    }
  }

  /** Checks one run; files that cannot be read back are a finding like any other. */
  private static List<Violation> check(Path folder, SummaryCheck summaries) {
    try {
      var run = RunFiles.read(folder);
      var violations = new ArrayList<>(Checker.check(run));
      violations.addAll(summaries.compare(folder, PolicyTotals.of(run)));
      return violations;
    } catch (ResultFormatException e) {
      summaries.unreadable(folder);
      return List.of(new Violation("files", "the whole run", String.valueOf(e.getMessage())));
    }
  }
}
