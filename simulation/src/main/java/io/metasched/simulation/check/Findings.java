package io.metasched.simulation.check;

import java.util.ArrayList;
import java.util.List;

/** The violations found so far, up to a number; the rest are counted. */
final class Findings {
  private final int most;
  private final List<Violation> violations = new ArrayList<>();
  private long more;

  Findings(int most) {
    this.most = most;
  }

  Report of(String rule) {
    return (where, detail, values) -> {
      if (violations.size() < most) {
        violations.add(new Violation(rule, where, detail.formatted(values)));
      } else {
        more++;
      }
    };
  }

  List<Violation> all() {
    var all = new ArrayList<>(violations);
    if (more > 0) {
      all.add(new Violation("more", "the whole run", "%d more violations".formatted(more)));
    }
    return List.copyOf(all);
  }
}
