package io.metasched.service.plan;

import io.metasched.metascheduler.flow.FlowEvent;
import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.service.book.JobRecord.Reason;
import java.util.Locale;

/** Why a scheduler has refused or postponed a job, in the words of the service. */
public final class FlowWords {
  /** A job was postponed, as it may not start before the end of what a cycle plans. */
  static final Reason TOO_EARLY =
      new Reason(code(PostponeReason.TOO_EARLY), "it may not start as early as this cycle plans");

  private FlowWords() {}

  /** Why a job was refused. */
  public static Reason of(FlowEvent.Refused no) {
    var text =
        switch (no.why().reason()) {
          case PRICE_LIMIT, REQUIREMENTS, NOT_ENOUGH_NODES -> "fewer nodes meet its requirements than it asks for";
          case BELOW_ANY_PRICE -> "its budget is below the least that its window could cost";
          case BUDGET -> "its account cannot pay the window";
          case NO_WINDOW -> "no window was found in many cycles";
          case DEADLINE -> "its deadline is too near";
        };
    return new Reason(code(no.why().reason()), text);
  }

  /** Why a job was postponed. */
  public static Reason of(FlowEvent.Postponed later) {
    var text =
        switch (later.reason()) {
          case NO_ALTERNATIVE -> "no window within its limits is vacant";
          case BEHIND_ANOTHER -> "a job ahead of it found no window";
          case BATCH_FULL -> "more jobs wait than a cycle considers";
          case TOO_EARLY -> TOO_EARLY.text();
          case NOT_YET -> "its window is so far ahead that it is not booked yet";
        };
    return new Reason(code(later.reason()), text);
  }

  private static String code(Enum<?> reason) {
    return reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
