package io.metasched.simulation.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.report.RunTable;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rule.Violation;
import java.util.List;

/**
 * What stays of a run when its rows are gone.
 *
 * @param title what it is called
 * @param violations what the rules found
 * @param json what the summary says of it
 */
public record RunSummary(RunTitle title, List<Violation> violations, ObjectNode json)
    implements RunTable.Shown {
  /** Copies the list. */
  public RunSummary {
    violations = List.copyOf(violations);
  }

  /** The digest of its placements. */
  public String placementsDigest() {
    return json.path("placementsDigest").asText();
  }

  /** Whether it ended as it should and no rule was broken. */
  public boolean isGood() {
    return violations.isEmpty() && title.complete();
  }
}
