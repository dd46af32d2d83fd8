package io.metasched.simulation.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.report.RunTable;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rule.Violation;
import java.util.List;

/**
 * Summary of a run, kept after its rows are discarded.
 *
 * @param title title of the run
 * @param violations violations found by the rules
 * @param json content of the summary
 */
public record RunSummary(RunTitle title, List<Violation> violations, ObjectNode json)
    implements RunTable.Shown {
  public RunSummary {
    violations = List.copyOf(violations);
  }

  /** Returns the digest of its placements. */
  public String placementsDigest() {
    return json.path("placementsDigest").asText();
  }

  /** Returns whether the run ended normally and no rule was violated. */
  public boolean isGood() {
    return violations.isEmpty() && title.complete();
  }
}
