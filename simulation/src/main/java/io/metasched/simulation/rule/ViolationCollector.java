package io.metasched.simulation.rule;

import java.util.ArrayList;
import java.util.List;

/** The violations found so far, up to a number; the rest are counted. */
public final class ViolationCollector {
  private final int most;
  private final List<Violation> violations = new ArrayList<>();
  private long more;

  public ViolationCollector(int most) {
    this.most = most;
  }

  public RuleReport of(String rule) {
    return (where, detail, values) -> {
      if (violations.size() < most) {
        violations.add(new Violation(rule, where, detail.formatted(values)));
      } else {
        more++;
      }
    };
  }

  public List<Violation> all() {
    var all = new ArrayList<>(violations);
    if (more > 0) {
      all.add(new Violation("more", "the whole run", "%d more violations".formatted(more)));
    }
    return List.copyOf(all);
  }
}
