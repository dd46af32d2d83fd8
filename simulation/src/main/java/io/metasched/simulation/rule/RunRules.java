package io.metasched.simulation.rule;

import java.util.List;

/** Checks runs by the rules of their system. */
public final class RunRules {
  /** Most violations that are named one by one. */
  public static final int MOST_NAMED = 100;

  /**
   * The findings of the rules.
   *
   * @param violations what is wrong; nothing of a sound run
   * @param notes what rules have not looked at
   */
  public record Outcome(List<Violation> violations, List<RuleNote> notes) {}

  private RunRules() {}

  /** What is wrong with a run; nothing for a sound one. */
  public static <R> List<Violation> check(List<RunRule<R>> rules, R run) {
    return outcome(rules, run).violations();
  }

  /** Checks a run; the notes say what the rules have not looked at. */
  public static <R> Outcome outcome(List<RunRule<R>> rules, R run) {
    var found = new ViolationCollector(MOST_NAMED);
    rules.forEach(rule -> rule.body().check(run, found.of(rule.name())));
    return new Outcome(found.all(), found.notes());
  }
}
