package io.metasched.simulation.system.cyclic.rule;

import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.rule.RunRule;
import io.metasched.simulation.rule.Violation;
import io.metasched.simulation.rule.ViolationCollector;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Checker of a run's results, from its rows alone: it shares no arithmetic with the code that
 * produced them. Cost: O(n log n) for n rows.
 */
public final class Checker {
  /** Maximum number of violations that are listed one by one. */
  public static final int MOST_LISTED = 1000;

  /** All rules, in the order in which they are checked. */
  public static final List<RunRule<CyclicRun>> RULES =
      List.of(
          rule("overlap", NodeRules::overlap),
          rule("window", WindowRules::window),
          rule("promise", PromiseRules::promise),
          rule("requirements", RequestRules::requirements),
          rule("earliest", RequestRules::earliest),
          rule("price-limit", RequestRules::priceLimit),
          rule("deadline", RequestRules::deadline),
          rule("horizon", CycleRules::horizon),
          rule("length", LengthRules::length),
          rule("cost", MoneyRules::cost),
          rule("account", AccountRules::account),
          rule("money", MoneyRules::money),
          rule("outcome", JobLifecycleRules::outcome),
          rule("decision", JobLifecycleRules::decision),
          rule("arrival", JobLifecycleRules::arrival),
          rule("cycle", CycleRules::cycle),
          rule("names", NameRules::names));

  private Checker() {}

  private static RunRule<CyclicRun> rule(String name, BiConsumer<RunIndex, RuleReport> check) {
    return new RunRule<>(name, (run, report) -> check.accept(new RunIndex(run), report));
  }

  /** Returns the names of all rules, in the order in which they are checked. */
  public static List<String> rules() {
    return RULES.stream().map(RunRule::name).toList();
  }

  /**
   * Returns the number of jobs with a worse window than promised at their booking: moved to one
   * that starts later, ends later or costs more.
   */
  public static int brokenPromises(CyclicRun run) {
    return PromiseRules.broken(new RunIndex(run));
  }

  /**
   * Returns all violations, in the order of the rules and of the rows; empty for a sound run. If
   * there are more than {@link #MOST_LISTED}, the rest is counted in one last entry, {@code more}.
   */
  public static List<Violation> check(CyclicRun run) {
    var violations = new ViolationCollector(MOST_LISTED);
    RULES.forEach(rule -> rule.body().check(run, violations.of(rule.name())));
    return violations.all();
  }
}
