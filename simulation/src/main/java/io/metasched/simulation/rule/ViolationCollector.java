package io.metasched.simulation.rule;

import java.util.ArrayList;
import java.util.List;

/**
 * Collector of violations up to a maximum number, with a count of the rest, and of the notes of
 * rules.
 */
public final class ViolationCollector {
  private static final String RUN = "the run";

  private final int most;
  private final List<Violation> violations = new ArrayList<>();
  private final List<RuleNote> notes = new ArrayList<>();
  private long more;

  public ViolationCollector(int most) {
    this.most = most;
  }

  @SuppressWarnings("AnnotateFormatMethod") // the interface must also admit lambdas
  public RuleReport of(String rule) {
    return new RuleReport() {
      @Override
      public void add(String where, String detail, Object... values) {
        if (violations.size() < most) {
          violations.add(new Violation(rule, where, detail.formatted(values)));
        } else {
          more++;
        }
      }

      @Override
      public void note(String what, Object... values) {
        notes.add(new RuleNote(rule, RUN, what.formatted(values)));
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

  /** Returns the parts that rules have not checked. */
  public List<RuleNote> notes() {
    return List.copyOf(notes);
  }
}
