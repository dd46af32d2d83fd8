package io.metasched.simulation.rule;

import java.util.List;

/** Checks runs by the rules of their system. */
public final class RunRules {
  /** Most violations that are named one by one. */
  public static final int MOST_NAMED = 100;

  private RunRules() {}

  /** What is wrong with a run; nothing for a sound one. */
  public static <R> List<Violation> check(List<RunRule<R>> rules, R run) {
    var found = new ViolationCollector(MOST_NAMED);
    rules.forEach(rule -> rule.body().check(run, found.of(rule.name())));
    return found.all();
  }
}
