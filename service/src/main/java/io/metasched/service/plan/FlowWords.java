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

  private static final String TAKEN = "slot-taken";
  private static final String NOT_OFFERED = "never-offered";
  private static final String LATE = "planned-too-late";
  private static final String HELD = "held-otherwise";
  private static final String LAPSED = "hold-lapsed";
  private static final String LOST = "node-lost";

  private FlowWords() {}

  /** Why a job was postponed. */
  public static Reason of(FlowEvent.Postponed later) {
    var text =
        switch (later.reason()) {
          case NO_ALTERNATIVE -> NO_ALTERNATIVE.text();
          case BEHIND_ANOTHER -> "a job ahead of it found no window";
          case BATCH_FULL -> "more jobs wait than a cycle considers";
          case TOO_EARLY -> TOO_EARLY.text();
          case NOT_YET -> "its window is so far ahead that it is not booked yet";
        };
    return new Reason(code(later.reason()), text);
  }

  /**
   * Why the owner of a node did not take a job.
   *
   * @param node its name
   */
  static Reason of(FlowEvent.Requeued back, String node) {
    return switch (back.reason()) {
      case SLOT_TAKEN ->
          new Reason(TAKEN, "node %s was taken by another job meanwhile".formatted(node));
      case NEVER_OFFERED -> new Reason(NOT_OFFERED, "node %s did not offer it".formatted(node));
      case IN_THE_PAST ->
          new Reason(LATE, "its window on %s had begun before it was booked".formatted(node));
      case HELD_OTHERWISE -> new Reason(HELD, "node %s holds another window of it".formatted(node));
      case UNKNOWN_HOLD -> new Reason(LAPSED, "its hold on node %s has lapsed".formatted(node));
      case OWNER_LOST -> new Reason(LOST, "node %s was lost".formatted(node));
    };
  }

  /** Whether a job waits with this reason as the owner of a node did not take it. */
  public static boolean isRefusedHold(String code) {
    return List.of(TAKEN, NOT_OFFERED, LATE, HELD, LAPSED, LOST).contains(code);
  }

  private static String code(Enum<?> reason) {
    return reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
