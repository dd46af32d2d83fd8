package io.metasched.simulation.system.cyclic.rows;

import io.metasched.resource.model.JobId;

/**
 * Decision about a job; rows are in order of time.
 *
 * @param tick tick of the decision
 * @param cycle cycle of the decision, or -1
 * @param job the job
 * @param event submitted, postponed, reserved, booked, requeued, moved, finished, refused,
 *     withdrawn
 * @param reason reason of the decision, or empty
 * @param detail numbers as text, or empty
 */
public record DecisionRow(
    long tick, int cycle, JobId job, String event, String reason, String detail) {

  /** Returns the meaning of a word in the columns {@code reason}, as part of a sentence. */
  public static String meaning(String reason) {
    return switch (reason) {
      case "no_alternative" -> "no window met its request in the slots of the cycle";
      case "behind_another" ->
          "a job ahead of it found no window, and the policy lets no other job pass it";
      case "batch_full" -> "the cycle's batch was full";
      case "too_early" -> "it may not start before the cycle's horizon ends";
      case "not_yet" -> "its window was so far ahead that the policy did not book it yet";
      case "slot_taken" ->
          "the slot had been taken since the snapshot, by a local job or a job moved forward";
      case "never_offered" -> "the plan asked for time that was never offered";
      case "in_the_past" -> "the plan asked for time that had passed";
      case "not_enough_nodes" -> "it asks for more nodes than there are";
      case "requirements" -> "too few nodes meet its requirements";
      case "price_limit" -> "too few nodes ever have a price within its limit";
      case "no_plan" -> "its workflow had no plan within slots, money and deadline";
      case "predecessor" -> "a job before it in its workflow had no window";
      case "workflow" -> "another job of its workflow was refused";
      case "preceding" -> "a job that must run before it never ran";
      case "below_any_price" -> "its limit is below the lowest possible cost of a window";
      case "budget" -> "its user's account could not pay for the window";
      case "no_window" -> "in too many cycles, it had no window even without the other VO jobs";
      case "deadline" -> "its deadline was too near";
      default -> reason;
    };
  }
}
