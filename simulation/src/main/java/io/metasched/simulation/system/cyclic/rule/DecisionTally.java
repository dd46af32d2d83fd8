package io.metasched.simulation.system.cyclic.rule;

import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.system.cyclic.rows.CycleRow;
import io.metasched.simulation.system.cyclic.rows.DecisionRow;
import java.util.List;

/** What was decided in one cycle, counted again. */
final class DecisionTally {
  private static final String MOVED = "moved";
  private static final List<String> IN_CYCLES =
      List.of("booked", "requeued", "postponed", "refused", MOVED);

  /** Made outside cycles, too: on submission, or as time comes free. */
  private static final List<String> ELSEWHERE_TOO = List.of("refused", MOVED);

  /** Reasons that are found before there is a batch. */
  private static final List<String> AT_SNAPSHOT = List.of("batch_full", "too_early", "deadline");

  private int placed;
  private int requeued;
  private int postponed;
  private int refused;
  private int withoutAlternative;
  private int inBatch;
  private int withdrawn;

  /** Whether it is a decision as they are made in cycles. */
  static boolean mayBelong(DecisionRow decision) {
    return IN_CYCLES.contains(decision.event());
  }

  /** Whether it is a decision that must be made in a cycle. */
  static boolean mustBelong(DecisionRow decision) {
    return mayBelong(decision) && !ELSEWHERE_TOO.contains(decision.event());
  }

  /** Whether it is made at the cycle's snapshot, not when its plan is booked. */
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
        batched = decision.reason().equals("budget"); // others were postponed before
      }
      default -> batched = false;
    }
    inBatch += batched ? 1 : 0;
  }

  /** Further jobs were left in the queue for a reason, as they had been by the cycle before. */
  void postponed(int jobs, String reason) {
    postponed += jobs;
    withoutAlternative += reason.equals("no_alternative") ? jobs : 0;
    inBatch += AT_SNAPSHOT.contains(reason) ? 0 : jobs;
  }

  /** A job was withdrawn after the snapshot: nothing was decided on it, whatever was planned. */
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
