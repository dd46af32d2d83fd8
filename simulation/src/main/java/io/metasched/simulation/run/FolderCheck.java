package io.metasched.simulation.run;

import io.metasched.simulation.rows.ResultFolder;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rule.RuleNote;
import io.metasched.simulation.rule.Violation;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.study.StudyFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Check of all runs and experiments below a folder, from their files.
 *
 * @param runs number of runs, by the names of systems
 * @param experiments number of experiments
 * @param violations all violations; their places are relative to the checked folder
 * @param notes unchecked parts; their places are relative to the checked folder
 */
public record FolderCheck(
    SortedMap<String, Integer> runs,
    int experiments,
    List<Violation> violations,
    List<RuleNote> notes) {
  public FolderCheck {
    runs = Collections.unmodifiableSortedMap(new TreeMap<>(runs));
    violations = List.copyOf(violations);
    notes = List.copyOf(notes);
  }

  /**
   * Checks every run and every experiment in and below the folder, and their summaries.
   *
   * @param version version of this program, which can check only the pages of its own version
   * @throws UsageException if there are none
   */
  public static FolderCheck of(Path folder, String version) {
    var runs = new RunCheck(folder, version);
    var experiments = Results.foldersWith(StudyFiles.OBSERVATIONS, folder);
    if (runs.isEmpty() && experiments.isEmpty()) {
      throw new UsageException(
          "%s: holds no results (no %s and no %s in it)"
              .formatted(folder, RunTitle.FILE, StudyFiles.OBSERVATIONS));
    }
    var violations = new ArrayList<>(runs.check());
    var notes = new ArrayList<>(runs.notes());
    for (var experiment : experiments) {
      var outcome = StudyCheck.check(experiment, version);
      var prefix = prefix(folder, experiment);
      violations.addAll(placed(prefix, outcome.violations()));
      outcome
          .notes()
          .forEach(n -> notes.add(new RuleNote(n.rule(), prefix + n.where(), n.detail())));
    }
    for (var index : Results.foldersWith(ResultFolder.SUMMARY, folder)) {
      if (StudyCheck.isIndex(index)) {
        violations.addAll(placed(prefix(folder, index), StudyCheck.checkIndex(index)));
      }
    }
    return new FolderCheck(runs.counts(), experiments.size(), violations, notes);
  }

  private static String prefix(Path folder, Path below) {
    var name = folder.normalize().relativize(below).toString();
    return name.isEmpty() ? "" : name + ": ";
  }

  private static List<Violation> placed(String prefix, List<Violation> violations) {
    return violations.stream()
        .map(v -> new Violation(v.rule(), prefix + v.where(), v.detail()))
        .toList();
  }
}
