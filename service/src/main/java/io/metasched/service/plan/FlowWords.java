package io.metasched.service.plan;

import io.metasched.metascheduler.flow.FlowEvent;
import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.service.book.JobRecord.Reason;
import java.util.List;
import java.util.Locale;

/** Why a scheduler has postponed a job, in the words of the service. */
public final class FlowWords {
  /** A job was postponed, as it may not start before the end of what a cycle plans. */
  static final Reason TOO_EARLY =
      new Reason(code(PostponeReason.TOO_EARLY), "it may not start as early as this cycle plans");

  /** No window within the limits of a job is vacant. */
  public static final Reason NO_ALTERNATIVE =
      new Reason(code(PostponeReason.NO_ALTERNATIVE), "no window within its limits is vacant");

  /** The window of a job was booked for another one, or reserved, while it was planned. */
  static final Reason TAKEN =
      new Reason("slot-taken", "its window was taken while the cycle was planned");

  /** More jobs wait than a cycle considers. */
  static final Reason BATCH_FULL =
      new Reason(code(PostponeReason.BATCH_FULL), "more jobs wait than a cycle considers");

  /** The window of a job is not within the limits that it has now. */
  static final Reason CHANGED = new Reason("changed", "it was changed while the cycle was planned");

  private static final String NOT_SOLD = "not-sold";
  private static final String LATE = "planned-too-late";

  private FlowWords() {}

  /** Why a job was postponed. */
  public static Reason of(FlowEvent.Postponed later) {
    var text =
        switch (later.reason()) {
          case NO_ALTERNATIVE -> NO_ALTERNATIVE.text();
          case BEHIND_ANOTHER -> "a job ahead of it found no window";
          case BATCH_FULL -> BATCH_FULL.text();
          case TOO_EARLY -> TOO_EARLY.text();
          case NOT_YET -> "its window is so far ahead that it is not booked yet";
        };
    return new Reason(code(later.reason()), text);
  }

  /** Returns why a job waits that had no place yet. */
  static Reason noPlaceYet(int waiting, int places) {
    var text = "%,d jobs wait, a cycle considers %,d of them, and accounts take turns";
    return new Reason(BATCH_FULL.code(), text.formatted(waiting, places));
  }

  /** Returns why a window is not booked that has begun meanwhile. */
  static Reason tooLate(String node) {
    return new Reason(LATE, "its window on %s had begun before it was booked".formatted(node));
  }

  /** Returns why a window is not booked that a node sells no more, or at another price. */
  static Reason notSold(String node) {
    var text = "node %s sells its window no more at the price at which it was planned";
    return new Reason(NOT_SOLD, text.formatted(node));
  }

  /** Whether a job waits with this reason as the book has not taken its window. */
  public static boolean isRefusedPlacement(String code) {
    return List.of(TAKEN.code(), CHANGED.code(), NOT_SOLD, LATE).contains(code) || ofOldBooks(code);
  }

  /** Owners refused by themselves before the book was the only one to decide. */
  private static boolean ofOldBooks(String code) {
    return List.of("never-offered", "held-otherwise", "hold-lapsed", "node-lost").contains(code);
  }

  private static String code(Enum<?> reason) {
    return reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
