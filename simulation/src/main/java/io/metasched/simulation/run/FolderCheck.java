package io.metasched.simulation.run;

import io.metasched.simulation.check.Checker;
import io.metasched.simulation.check.Violation;
import io.metasched.simulation.result.PolicyTotals;
import io.metasched.simulation.result.ResultFormatException;
import io.metasched.simulation.result.RunFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The check of all runs below a folder, from their files.
 *
 * @param runs how many runs there are
 * @param violations all violations; where there are several runs, their places name the run
 */
public record FolderCheck(int runs, List<Violation> violations) {

  public FolderCheck {
    violations = List.copyOf(violations);
  }

  /** Checks every run below and including the folder, and the summaries of these runs. */
  public static FolderCheck of(Path folder) {
    var folders = Results.foldersIn(folder);
    var summaries = new SummaryCheck(folder);
    var violations = new ArrayList<Violation>();
    for (var run : folders) {
      var name = folder.normalize().relativize(run).toString();
      for (var found : check(run, summaries)) {
        var where = name.isEmpty() ? found.where() : name + ": " + found.where();
        violations.add(new Violation(found.rule(), where, found.detail()));
      }
    }
    violations.addAll(summaries.ofSummaries());
    return new FolderCheck(folders.size(), violations);
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
