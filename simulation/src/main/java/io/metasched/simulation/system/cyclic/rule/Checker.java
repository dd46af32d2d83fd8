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
  /** Maximum number of violations that are listed individually. */
  public static final int MOST_LISTED = 1000;

  /** All rules, in the order in which they are checked. */
  public static final List<RunRule<CyclicRun>> RULES =
      List.of(
          rule(
              "overlap",
              "A node has one job at any instant; a local job starts no earlier than it arrives.",
              NodeRules::overlap),
          rule(
              "window",
              "A finished job has all parts, on distinct nodes, at one start; it is submitted,"
                  + " booked and started in this order, no later than promised.",
              WindowRules::window),
          rule(
              "promise",
              "A job that only re-planning moved starts no later, ends no later and costs no more"
                  + " than promised.",
              PromiseRules::promise),
          rule(
              "requirements",
              "Each node has the required performance and properties.",
              RequestRules::requirements),
          rule(
              "earliest",
              "Parts start no earlier than the job's earliest start.",
              RequestRules::earliest),
          rule(
              "price-limit",
              "No part is more expensive per unit of time than the job's limit.",
              RequestRules::priceLimit),
          rule("deadline", "Reservations end by the deadline.", RequestRules::deadline),
          rule(
              "horizon",
              "Reservations end within the horizon of the last cycle that booked or could move"
                  + " them.",
              CycleRules::horizon),
          rule(
              "length",
              "Reservations are as long as the estimate, rounded up to the granularity; jobs leave"
                  + " a node when done, stopped or withdrawn.",
              LengthRules::length),
          rule(
              "cost",
              "Parts cost price x time, windows the sum of their parts and at most the limit;"
                  + " prices lie between least and list price.",
              MoneyRules::cost),
          rule(
              "account",
              "No balance is negative; payments are in order of time; each user gets one deposit of"
                  + " the budget at each snapshot.",
              AccountRules::account),
          rule(
              "money",
              "Charges minus refunds, by job, node, user and owner, pay for the reserved time or,"
                  + " with refunds, for the used time.",
              MoneyRules::money),
          rule(
              "outcome",
              "Each submitted job occurs once, with an outcome.",
              JobLifecycleRules::outcome),
          rule(
              "decision",
              "Each job is submitted first, booked at most once and ended at most once, and its row"
                  + " agrees with its decisions.",
              JobLifecycleRules::decision),
          rule(
              "arrival",
              "A job is submitted when the jobs in `after` are over and the think time has passed,"
                  + " not before `logged`.",
              JobLifecycleRules::arrival),
          rule(
              "preceding",
              "A job is refused as `preceding` if and only if `after` ends with `!` and one of its"
                  + " jobs never ran.",
              JobLifecycleRules::preceding),
          rule(
              "cycle",
              "Cycles are numbered without gaps, their snapshots are at number x period, decisions"
                  + " are made at snapshot or booking, and the counts of a cycle match its"
                  + " decisions.",
              CycleRules::cycle),
          rule(
              "workflow",
              "Jobs of a workflow begin after the jobs in `after` have ended, cost at most its"
                  + " budget together and end by its deadline; a job is refused as `workflow` only"
                  + " after another refusal in its workflow.",
              WorkflowRules::workflow),
          rule(
              "order",
              "No job is booked by a cycle whose batch was full if a job before it in the order of"
                  + " the queue was left out; with `fair-share`, among the jobs of a user.",
              OrderRules::order),
          rule(
              "names",
              "Users are numbered from 0 and belong to an organization; names are unique.",
              NameRules::names));

  private Checker() {}

  private static RunRule<CyclicRun> rule(
      String name, String meaning, BiConsumer<RunIndex, RuleReport> check) {
    return new RunRule<>(name, meaning, (run, report) -> check.accept(new RunIndex(run), report));
  }

  /** Returns the names of all rules, in the order in which they are checked. */
  public static List<String> rules() {
    return RULES.stream().map(RunRule::name).toList();
  }

  /**
   * Returns the number of jobs with a worse window than promised at their booking: moved to a
   * window that starts later, ends later or costs more.
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
