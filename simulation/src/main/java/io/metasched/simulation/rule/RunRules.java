package io.metasched.simulation.rule;

import java.util.List;

/** Checker of runs by the rules of their system. */
public final class RunRules {
  /** Maximum number of violations that are listed individually. */
  public static final int MOST_NAMED = 100;

  /**
   * Findings of the rules.
   *
   * @param violations violations; none in a sound run
   * @param notes parts that rules have not checked
   */
  public record Outcome(List<Violation> violations, List<RuleNote> notes) {}

  private RunRules() {}

  /** Returns the violations of a run; empty for a sound one. */
  public static <R> List<Violation> check(List<RunRule<R>> rules, R run) {
    return outcome(rules, run).violations();
  }

  /** Checks a run; the notes list the parts that the rules have not checked. */
  public static <R> Outcome outcome(List<RunRule<R>> rules, R run) {
    var found = new ViolationCollector(MOST_NAMED);
    rules.forEach(rule -> rule.body().check(run, found.of(rule.name())));
    return new Outcome(found.all(), found.notes());
  }
}
