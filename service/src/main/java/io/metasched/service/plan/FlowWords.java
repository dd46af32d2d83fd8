package io.metasched.service.plan;

import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.metascheduler.model.EnumLabel;
import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.ReasonCode;
import java.util.List;
import java.util.stream.Stream;

/** Messages for the reasons why a scheduler postpones a job. */
public final class FlowWords {
  /** Reason for a job that must not start before the end of a cycle's horizon. */
  static final Reason TOO_EARLY =
      new Reason(
          EnumLabel.of(PostponeReason.TOO_EARLY), "it may not start as early as this cycle plans");

  /** Reason for a job for which no window within its limits is vacant. */
  public static final Reason NO_ALTERNATIVE =
      new Reason(
          EnumLabel.of(PostponeReason.NO_ALTERNATIVE), "no window within its limits is vacant");

  /** Reason for a job whose window was booked for another job, or reserved, during the cycle. */
  static final Reason TAKEN =
      ReasonCode.SLOT_TAKEN.reason("its window was taken while the cycle was planned");

  /** Reason for a job without a place in the cycle. */
  static final Reason BATCH_FULL =
      new Reason(EnumLabel.of(PostponeReason.BATCH_FULL), "more jobs wait than a cycle considers");

  /** Reason for a job whose window violates limits that changed during the cycle. */
  static final Reason CHANGED =
      ReasonCode.CHANGED.reason("it was changed while the cycle was planned");

  /** Reason for a job of a workflow whose workflow has no plan with a window for the job. */
  static final Reason NO_PLAN =
      ReasonCode.WORKFLOW_WINDOW.reason(
          "no window for it leaves enough time and money for the rest of its workflow");

  /** Reason for a workflow for which no plan of all its jobs was found. */
  public static final Reason NO_PLAN_OF_ALL =
      ReasonCode.WORKFLOW_WINDOW.reason(
          "no plan was found in which all its jobs have windows within its limits");

  /** Reason for a job of a workflow whose window no longer follows those of its predecessors. */
  static final Reason LOST_TURN =
      ReasonCode.WORKFLOW_ORDER.reason(
          "a job that it follows in its workflow no longer ends before its window");

  private FlowWords() {}

  /** Returns the reason for a postponed job. */
  public static Reason of(FlowEvent.Postponed later) {
    var text =
        switch (later.reason()) {
          case NO_ALTERNATIVE -> NO_ALTERNATIVE.text();
          case BEHIND_ANOTHER -> "a job ahead of it found no window";
          case BATCH_FULL -> BATCH_FULL.text();
          case TOO_EARLY -> TOO_EARLY.text();
          case NO_PLAN -> "its workflow has no plan within slots, money and deadline";
          case PREDECESSOR -> "a job that it follows in its workflow has no window";
          case NOT_YET -> "its window is so far ahead that it is not booked yet";
        };
    return new Reason(EnumLabel.of(later.reason()), text);
  }

  /** Returns the reason for a job that has not had a place in a cycle yet. */
  static Reason noPlaceYet(int waiting, int places) {
    var text = "%,d jobs wait, but a cycle considers %,d of them, and accounts take turns";
    return new Reason(BATCH_FULL.code(), text.formatted(waiting, places));
  }

  /** Returns the reason for a job whose window began before it was booked. */
  static Reason tooLate(String node) {
    return ReasonCode.PLANNED_TOO_LATE.reason(
        "its window on %s had begun before it was booked".formatted(node));
  }

  /**
   * Returns the reason for a job whose window is no longer sold, or is sold only at another price.
   */
  static Reason notSold(String node) {
    var text = "node %s no longer sells its window at the planned price";
    return ReasonCode.NOT_SOLD.reason(text.formatted(node));
  }

  /** Returns whether a job waits with this reason because the book has refused its window. */
  public static boolean isRefusedPlacement(String code) {
    return Stream.of(
                ReasonCode.SLOT_TAKEN,
                ReasonCode.CHANGED,
                ReasonCode.NOT_SOLD,
                ReasonCode.PLANNED_TOO_LATE)
            .anyMatch(each -> each.label().equals(code))
        || ofOldBooks(code);
  }

  /** Returns whether a code is from old books, in which owners could refuse windows. */
  private static boolean ofOldBooks(String code) {
    return List.of("never-offered", "held-otherwise", "hold-lapsed", "node-lost").contains(code);
  }
}
