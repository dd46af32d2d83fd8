package io.metasched.simulation.system.cyclic.rule;

import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.system.cyclic.rows.CycleRow;
import io.metasched.simulation.system.cyclic.rows.DecisionRow;
import java.util.List;

/** Recount of the decisions of one cycle. */
final class DecisionTally {
  private static final String MOVED = "moved";
  private static final List<String> IN_CYCLES =
      List.of("booked", "requeued", "postponed", "refused", MOVED);

  /** Decisions that are also made outside cycles: on submission, or when time is freed. */
  private static final List<String> ELSEWHERE_TOO = List.of("refused", MOVED);

  /** Reasons that are found before the batch is formed. */
  private static final List<String> AT_SNAPSHOT =
      List.of("batch_full", "too_early", "deadline", "workflow");

  private int placed;
  private int requeued;
  private int postponed;
  private int refused;
  private int withoutAlternative;
  private int inBatch;
  private int withdrawn;

  /** Returns whether a decision is of a kind made in cycles. */
  static boolean mayBelong(DecisionRow decision) {
    return IN_CYCLES.contains(decision.event());
  }

  /** Returns whether a decision is of a kind made only in cycles. */
  static boolean mustBelong(DecisionRow decision) {
    return mayBelong(decision) && !ELSEWHERE_TOO.contains(decision.event());
  }

  /** Returns whether a decision is made at the cycle's snapshot, not when its plan is booked. */
  static boolean atSnapshot(DecisionRow decision) {
    return AT_SNAPSHOT.contains(decision.reason()) || decision.event().equals(MOVED);
  }

  void take(DecisionRow decision) {
    boolean batched = !atSnapshot(decision);
    switch (decision.event()) {
      case "booked" -> placed++;
      case "requeued" -> requeued++;
      case "postponed" -> {
        postponed++;
        withoutAlternative += decision.reason().equals("no_alternative") ? 1 : 0;
      }
      case "refused" -> {
        refused++;
        batched = decision.reason().equals("budget"); // otherwise postponed before
      }
      default -> batched = false;
    }
    inBatch += batched ? 1 : 0;
  }

  /**
   * Counts additional jobs that were left in the queue for the same reason as in the previous
   * cycle.
   */
  void postponed(int jobs, String reason) {
    postponed += jobs;
    withoutAlternative += reason.equals("no_alternative") ? jobs : 0;
    inBatch += AT_SNAPSHOT.contains(reason) ? 0 : jobs;
  }

  /**
   * Counts a job that was withdrawn after the snapshot: no decision was recorded, regardless of the
   * plan.
   */
  void withdrawn() {
    withdrawn++;
  }

  void compare(CycleRow row, RuleReport report) {
    var where = "cycle " + row.cycle();
    compare("placed", row.placed(), placed, 0, where, report);
    compare("requeued", row.requeued(), requeued, 0, where, report);
    compare("postponed", row.postponed(), postponed, withdrawn, where, report);
    compare("refused", row.refused(), refused, 0, where, report);
    compare(
        "withoutAlternative",
        row.withoutAlternative(),
        withoutAlternative,
        withdrawn,
        where,
        report);
    compare("batch", row.batch(), inBatch, withdrawn, where, report);
  }

  private static void compare(
      String column, int reported, int counted, int more, String where, RuleReport report) {
    if (reported < counted || reported - counted > more) {
      report.add(
          where,
          "%s must be %d%s, as decided, but is %d",
          column,
          counted,
          more == 0 ? "" : " to %d".formatted(counted + more),
          reported);
    }
  }
}
