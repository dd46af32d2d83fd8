package io.metasched.simulation.check;

import io.metasched.simulation.result.RunResult;
import java.util.List;

/**
 * Says whether a run's result is possible, from its rows alone: it shares no arithmetic with what
 * made them. Cost: O(n log n) for n rows.
 */
public final class Checker {
  /** Most violations told one by one. */
  public static final int MOST_TOLD = 1000;

  private static final List<Rule> RULES =
      List.of(
          new Rule("overlap", NodeRules::overlap),
          new Rule("window", WindowRules::window),
          new Rule("promise", PromiseRules::promise),
          new Rule("requirements", WindowRules::requirements),
          new Rule("deadline", WindowRules::deadline),
          new Rule("horizon", CycleRules::horizon),
          new Rule("length", LengthRules::length),
          new Rule("cost", MoneyRules::cost),
          new Rule("account", AccountRules::account),
          new Rule("money", MoneyRules::money),
          new Rule("fate", FateRules::fate),
          new Rule("decision", FateRules::decision),
          new Rule("cycle", CycleRules::cycle));

  private Checker() {}

  /** The ids of all rules, in the order in which they are checked. */
  public static List<String> rules() {
    return RULES.stream().map(Rule::id).toList();
  }

  /**
   * How many jobs ended up worse than promised when they were booked: moved to a window that starts
   * later, ends later or costs more.
   */
  public static int brokenPromises(RunResult run) {
    return PromiseRules.broken(new RunIndex(run));
  }

  /**
   * All that is wrong, in the order of the rules and of the rows; nothing for a sound run. Of more
   * than {@link #MOST_TOLD} violations the rest are counted in one last entry, {@code more}.
   */
  public static List<Violation> check(RunResult run) {
    var index = new RunIndex(run);
    var findings = new Findings(MOST_TOLD);
    for (var rule : RULES) {
      rule.check().accept(index, findings.of(rule.id()));
    }
    return findings.all();
  }
}
