package io.metasched.simulation.run;

import io.metasched.simulation.kernel.SimulatedSystem;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.rows.TableFolder;
import io.metasched.simulation.rule.RunRules;
import io.metasched.simulation.rule.Violation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** Violations that the checker finds in the files of a run, optionally with edited cells. */
public final class FoundInFiles {
  private FoundInFiles() {}

  /** Change of a column: all its cells with the value {@code is} get the value {@code other}. */
  public record Edit(String file, String column, String is, String other) {}

  /** Returns the names of the violated rules, without repetition. */
  public static <R extends RunTables> List<String> rules(
      SimulatedSystem<R> system, R run, Path folder, Edit... edits) {
    try {
      new TableFolder(folder).write(run, system.tables());
      for (var edit : edits) {
        edit(folder.resolve(edit.file()), edit);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var read = new TableFolder(folder).read(system::assemble, new LinkedHashMap<>());
    return RunRules.check(system.rules(), read).stream().map(Violation::rule).distinct().toList();
  }

  private static void edit(Path table, Edit edit) throws IOException {
    var lines = Mutants.lines(table);
    int column = lines.get(0).indexOf(edit.column());
    var changed = new ArrayList<List<String>>();
    for (var line : lines) {
      var cells = new ArrayList<>(line);
      if (cells.get(column).equals(edit.is())) {
        cells.set(column, edit.other());
      }
      changed.add(cells);
    }
    Mutants.write(changed, table);
  }
}
