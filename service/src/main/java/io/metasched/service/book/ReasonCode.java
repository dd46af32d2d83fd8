package io.metasched.service.book;

import java.util.Locale;
import java.util.Optional;

/** Codes of the reasons for states of jobs, with their meanings for the docs. */
public enum ReasonCode {
  TIMES_REVERSED("the earliest start is after the deadline (400)", "", ""),
  SPAN_TOO_SHORT(
      "the duration (400) or volume does not fit between earliest start and deadline", "", ""),
  START_PASSED("the fixed start has passed", "", ""),
  DEADLINE_PASSED("the deadline has passed", "", ""),
  START_TOO_NEAR(
      "the fixed start is nearer than a start is planned ahead (2 seconds at least)", "", ""),
  DEADLINE("the duration does not fit before the deadline", "", ""),
  LONGER_THAN_HORIZON("the duration exceeds the time that is planned ahead", "", ""),
  LONGER_THAN_SALE("too few nodes sell enough time at one price", "", ""),
  NOT_ENOUGH_NODES("the fleet has too few nodes", "", ""),
  REQUIREMENTS("too few nodes meet the requirements", "", ""),
  PRICE_LIMIT("no node is as cheap as its limit", "all nodes are too expensive at present", ""),
  BELOW_ANY_PRICE(
      "its budget is below the cheapest cost", "all windows are too expensive at present", ""),
  BUDGET("the account has less than the cheapest cost (402)", "", ""),
  OFFER_OF_ANOTHER_JOB(
      "the offer was made for another account, size, work or requirements", "", ""),
  OFFER_OVER_LIMITS("the offer is not within the limits of the job", "", ""),
  OFFER_GONE("the offer has expired, or its time was taken (409)", "", ""),
  TIME_TAKEN("the time of a reservation is taken (409)", "", ""),
  BEYOND_HORIZON("a reservation ends after the time that is planned ahead", "", ""),

  NO_ALTERNATIVE("", "no window within its limits is vacant", ""),
  BEHIND_ANOTHER("", "a job ahead of it found no window", ""),
  TOO_EARLY("", "it may not start as early as this cycle plans", ""),
  NOT_YET("", "its window is too far ahead to be booked yet", ""),
  BATCH_FULL("", "more jobs wait than a cycle considers", ""),
  CANNOT_BE_PLANNED(
      "", "planning failed with it, and cycles skip it until it is changed: report it", ""),
  SLOT_TAKEN("", "its window was taken while the cycle was planned", ""),
  NOT_SOLD("", "a node no longer sells its window at the planned price", ""),
  CHANGED("", "it was changed while the cycle was planned", ""),
  PLANNED_TOO_LATE("", "its window had begun before it was booked", ""),

  NODE_DRAINED("", "its node was drained", "a node was drained; it pays nothing"),
  NODE_LOST("", "a machine lost it", "a machine lost it; it pays the time until then"),
  NOT_READY(
      "",
      "a machine was not ready in time",
      "a machine was not ready in time, in the last of 5 attempts; it pays nothing"),
  NODE_REFUSED(
      "",
      "a machine did not start its part",
      "a machine did not start its part, in the last of 5 attempts; it pays nothing"),
  CANCELLED_BY_OWNER(
      "", "the owner of a node ended it", "the owner of a node ended it; it pays nothing"),
  CANNOT_PREPARE(
      "",
      "",
      "no machine can prepare it, for example because two inputs have one path; it pays nothing and"
          + " is not tried again"),
  NON_ZERO_EXIT("", "", "a part ended by itself with an exit status other than 0, or by a signal"),
  OUT_OF_MEMORY("", "", "a part exceeded its memory limit"),
  MACHINE_LIMIT(
      "",
      "",
      "a part exceeded a limit of its machine, of the disk or a port of a service; the text has"
          + " the numbers"),
  TIME_LIMIT("", "", "its window was over"),
  CANCELLED("", "", "it was cancelled");

  private final String whenRefused;
  private final String whenWaiting;
  private final String whenEnded;

  ReasonCode(String whenRefused, String whenWaiting, String whenEnded) {
    this.whenRefused = whenRefused;
    this.whenWaiting = whenWaiting;
    this.whenEnded = whenEnded;
  }

  /** Returns the external name. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns a reason with this code. */
  public JobRecord.Reason reason(String text) {
    return new JobRecord.Reason(label(), text);
  }

  /** Returns the meaning for a job that is refused; empty if no job is. */
  public Optional<String> whenRefused() {
    return Optional.of(whenRefused).filter(text -> !text.isEmpty());
  }

  /** Returns the meaning for a job that waits; empty if no job does. */
  public Optional<String> whenWaiting() {
    return Optional.of(whenWaiting).filter(text -> !text.isEmpty());
  }

  /** Returns the meaning for a job that has ended; empty if no job has. */
  public Optional<String> whenEnded() {
    return Optional.of(whenEnded).filter(text -> !text.isEmpty());
  }
}
