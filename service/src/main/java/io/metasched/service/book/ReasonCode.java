package io.metasched.service.book;

import io.metasched.metascheduler.model.EnumLabel;
import java.util.Optional;

/** Codes of the reasons for states of jobs, with their meanings for the docs. */
public enum ReasonCode {
  TIMES_REVERSED("the earliest start is after the deadline (400)", "", ""),
  SPAN_TOO_SHORT(
      "the duration (400) or volume does not fit between the earliest start and the deadline",
      "",
      ""),
  START_PASSED("the fixed start has passed", "", ""),
  DEADLINE_PASSED("the deadline has passed", "", ""),
  START_TOO_NEAR(
      "the fixed start is too near: a start is planned at least 2 seconds ahead", "", ""),
  DEADLINE("the duration does not fit before the deadline", "", ""),
  LONGER_THAN_HORIZON("the duration exceeds the time that is planned ahead", "", ""),
  LONGER_THAN_SALE("too few nodes sell enough time at one price", "", ""),
  NOT_ENOUGH_NODES("the fleet has too few nodes", "", ""),
  REQUIREMENTS("too few nodes meet the requirements", "", ""),
  PRICE_LIMIT(
      "no node is as cheap as the price limit of the job",
      "all nodes are too expensive at present",
      ""),
  BELOW_ANY_PRICE(
      "the budget is below the lowest cost", "all windows are too expensive at present", ""),
  BUDGET(
      "the account has less money than the lowest cost (402)",
      "the account has less money than the window, or the waiting jobs of the workflow, cost",
      ""),
  BALANCE("", "the account has less money than the job costs at present", ""),
  ACCOUNT_WAITING_LIMIT("the account would have more waiting jobs than it may have (429)", "", ""),
  PERSON_WAITING_LIMIT(
      "the person in the account would have more waiting jobs than the person may have (429)",
      "",
      ""),
  OFFER_OF_ANOTHER_JOB(
      "the offer was made for another account, size, work or requirements", "", ""),
  OFFER_OVER_LIMITS("the offer is not within the limits of the job", "", ""),
  OFFER_GONE("the offer has expired, or its time was taken (409)", "", ""),
  SITE_NODE("the site of a node accepts jobs only", "", ""),
  TIME_TAKEN("the time of a reservation is taken (409)", "", ""),
  BEYOND_HORIZON("a reservation ends after the time that is planned ahead", "", ""),

  DEPENDENCY_UNKNOWN("the account has no such job, array or element to wait for", "", ""),
  DEPENDENCY_MISSED("a job that this job depends on has ended in another way", "", ""),
  DEPENDENCY("", "a job that this job depends on has not started or ended yet", ""),
  ARRAY_LIMIT("", "as many elements of the array as may have a window at once have one", ""),
  ACCOUNT_RUNNING_LIMIT("", "as many jobs of the account as it may have at once have windows", ""),
  ACCOUNT_NODES_LIMIT("", "the account would have more nodes at once than it may have", ""),
  PERSON_RUNNING_LIMIT(
      "",
      "as many jobs of the person in the account as the person may have at once have windows",
      ""),
  PERSON_NODES_LIMIT(
      "", "the person in the account would have more nodes at once than the person may have", ""),
  WORKFLOW_BUDGET(
      "the budget of the workflow is below its lowest cost",
      "the budget of the workflow leaves less money than its waiting jobs, or the window, cost",
      ""),
  WORKFLOW_DEADLINE(
      "the longest chain of jobs, or a job with the jobs before it, does not fit before the"
          + " deadline",
      "the longest chain of waiting jobs does not fit before the deadline",
      ""),
  WORKFLOW_WINDOW("", "no window leaves enough time and money for the rest of the workflow", ""),
  WORKFLOW_ORDER("", "a job that this job follows no longer ends before its window", ""),
  NO_ALTERNATIVE("", "no window within the limits of the job is vacant", ""),
  BEHIND_ANOTHER("", "a job ahead of this job found no window", ""),
  TOO_EARLY("", "the job may not start as early as this cycle plans", ""),
  NOT_YET("", "the window of the job is too far ahead to be booked yet", ""),
  BATCH_FULL("", "more jobs wait than a cycle considers", ""),
  CANNOT_BE_PLANNED(
      "",
      "planning failed with the job, and cycles skip the job until it is changed: report this"
          + " error",
      ""),
  SLOT_TAKEN("", "the window of the job was taken while the cycle was planned", ""),
  NOT_SOLD("", "a node no longer sells the window at the planned price", ""),
  CHANGED("", "the job was changed while the cycle was planned", ""),
  PLANNED_TOO_LATE("", "the window of the job had begun before the booking", ""),

  SITE_REFUSED("", "a site has used or reserved the time of the window meanwhile", ""),
  SITE_SILENT("", "a site did not confirm the window in time", ""),
  SITE_TOOK_BACK("", "a site has taken back the time of the window", ""),
  SITE_KEPT_NODE("", "a site did not give a node for an advised window in time", ""),

  NODE_DRAINED(
      "", "a node of the job was drained", "a node of the job was drained; the job pays nothing"),
  NODE_LOST(
      "",
      "a machine lost the job",
      "a machine lost the job, which pays for the time until the loss, or nothing if a site caused"
          + " the loss"),
  NOT_READY(
      "",
      "a machine was not ready in time",
      "a machine was not ready in time, in the last of 5 attempts; the job pays nothing"),
  NODE_REFUSED(
      "",
      "a machine did not start its part",
      "a machine did not start its part, in the last of 5 attempts; the job pays nothing"),
  CANCELLED_BY_OWNER(
      "",
      "the owner of a node ended the job",
      "the owner of a node ended the job, which pays nothing"),
  CANNOT_PREPARE(
      "",
      "",
      "no machine can prepare the job, for example because two inputs have the same path; the job"
          + " pays nothing and is not tried again"),
  NON_ZERO_EXIT("", "", "a part ended by itself with an exit status other than 0, or by a signal"),
  OUT_OF_MEMORY("", "", "a part exceeded its memory limit"),
  MACHINE_LIMIT(
      "",
      "",
      "a part exceeded a limit of its machine for disk usage, or used a port of a service; the text"
          + " has the numbers"),
  TIME_LIMIT("", "", "the window of the job was over"),
  CANCELLED("", "", "the job was cancelled");

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
    return EnumLabel.of(this);
  }

  /** Returns a reason with this code. */
  public JobRecord.Reason reason(String text) {
    return new JobRecord.Reason(label(), text);
  }

  /** Returns the meaning for a refused job; empty if jobs are not refused for this reason. */
  public Optional<String> whenRefused() {
    return Optional.of(whenRefused).filter(text -> !text.isEmpty());
  }

  /** Returns the meaning for a waiting job; empty if jobs do not wait for this reason. */
  public Optional<String> whenWaiting() {
    return Optional.of(whenWaiting).filter(text -> !text.isEmpty());
  }

  /** Returns the meaning for a job that has ended; empty if jobs do not end for this reason. */
  public Optional<String> whenEnded() {
    return Optional.of(whenEnded).filter(text -> !text.isEmpty());
  }
}
