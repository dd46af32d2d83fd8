package io.metasched.simulation.system.cyclic.rule;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.simulation.rule.Violation;
import io.metasched.simulation.rule.ViolationCollector;
import io.metasched.simulation.system.cyclic.environment.Environment;
import java.util.ArrayList;
import java.util.List;

/**
 * Check that the windows of a whole batch are possible in an environment without other jobs,
 * individually and together.
 */
public final class BatchFeasibility {
  private static final String RULE = "batch";

  private BatchFeasibility() {}

  /**
   * Returns all violations of a schedule; empty for a sound one.
   *
   * @param windows windows, one for each request, in the order of the requests
   * @param horizon span of the windows: one block of the local load
   */
  public static List<Violation> check(
      List<Window> windows, List<WindowRequest> requests, Environment environment, Span horizon) {
    var ofBatch = new ViolationCollector(Checker.MOST_LISTED);
    var report = ofBatch.of(RULE);
    if (windows.size() != requests.size()) {
      report.add(
          "the batch", "%d jobs must have windows, but %d do", requests.size(), windows.size());
      return ofBatch.all();
    }
    var violations = new ArrayList<Violation>();
    var before = new ArrayList<Part>();
    for (int job = 0; job < windows.size(); job++) {
      var window = windows.get(job);
      violations.addAll(
          new WindowFeasibility(requests.get(job), environment, horizon).check(window));
      for (var part : window.parts()) {
        for (var other : before) {
          if (other.node() == part.node() && other.span().overlaps(part.span())) {
            report.add(
                "node " + part.node(),
                "parts of two jobs must not overlap, but %s and %s do",
                other.span(),
                part.span());
          }
        }
      }
      before.addAll(window.parts());
    }
    violations.addAll(ofBatch.all());
    return violations;
  }
}
