package io.metasched.simulation.system.cyclic.rule;

import static io.metasched.simulation.system.cyclic.rule.ExactArithmetic.between;
import static io.metasched.simulation.system.cyclic.rule.ExactArithmetic.big;
import static io.metasched.simulation.system.cyclic.rule.ExactArithmetic.units;

import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.simulation.rule.Violation;
import io.metasched.simulation.rule.ViolationCollector;
import io.metasched.simulation.system.cyclic.environment.Environment;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Check that windows found for a request in an environment without other jobs are possible
 * individually. The check uses the owners' load alone, not the slots in which the windows were
 * found.
 *
 * <p>Confined to one thread: the load of a node is generated on first use, and kept.
 */
public final class WindowFeasibility {
  private static final String RULE = "window";

  private final WindowRequest request;
  private final Environment environment;
  private final Span horizon;
  private final Map<Integer, List<Span>> loadOf = new TreeMap<>();

  /**
   * Creates the check for a request.
   *
   * @param horizon span of the windows: one block of the local load
   */
  public WindowFeasibility(WindowRequest request, Environment environment, Span horizon) {
    this.request = request;
    this.environment = environment;
    this.horizon = horizon;
  }

  /** Returns all violations of a window; empty for a sound one. */
  public List<Violation> check(Window window) {
    var violations = new ViolationCollector(Checker.MOST_LISTED);
    var report = violations.of(RULE);
    if (window.parts().size() != request.nodes()) {
      report.add(
          "the window",
          "it must have %d parts, but has %d",
          request.nodes(),
          window.parts().size());
    }
    int before = -1;
    for (var part : window.parts()) {
      var node = environment.nodes().get(part.node());
      var where = "node " + node.id();
      if (node.id() <= before) {
        report.add(where, "it must occur once, but occurs again");
      }
      before = node.id();
      var span = part.span();
      var length = ExactArithmetic.reserved(request.work(), node, request.granularityTicks());
      if (!between(span.start(), span.end()).equals(length)) {
        report.add(where, "the part must be %s long, but is %s", units(length), span);
      }
      if (span.start() != window.start() || !horizon.contains(span)) {
        report.add(
            where,
            "the part must begin with the window and be within %s, but is %s",
            horizon,
            span);
      }
      for (var task : load(node.id())) {
        if (task.overlaps(span)) {
          report.add(where, "the part must not overlap the owner's task %s, but is %s", task, span);
        }
      }
      long price = environment.pricing().priceMilli(node, span, horizon.start());
      if (part.priceMilli() != price) {
        report.add(
            where, "the price must be %s, but is %s", units(price), units(part.priceMilli()));
      }
      var cost = ExactArithmetic.cost(price, length);
      if (!big(part.costMilli()).equals(cost)) {
        report.add(
            where, "the part must cost %s, but costs %s", units(cost), units(part.costMilli()));
      }
    }
    if (window.costMilli() > request.costLimitMilli()) {
      report.add(
          "the window",
          "it may cost %s, but costs %s",
          units(request.costLimitMilli()),
          units(window.costMilli()));
    }
    return violations.all();
  }

  private List<Span> load(int node) {
    return loadOf.computeIfAbsent(node, id -> environment.localLoad().staticLoad(id, horizon));
  }
}
