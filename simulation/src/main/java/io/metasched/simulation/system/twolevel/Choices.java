package io.metasched.simulation.system.twolevel;

import io.metasched.simulation.system.twolevel.rows.TwoLevelEventRow.Reason;

/** Reasons for the provider selected by a grid policy. */
public final class Choices {
  private Choices() {}

  /**
   * Returns the reason why a batch job is sent to a provider.
   *
   * @param candidates number of providers that take batch jobs
   */
  public static Reason ofBatchJob(String placement, int candidates) {
    if (candidates == 1) {
      return Reason.ONLY_PROVIDER;
    }
    return switch (placement) {
      case "load-balance" -> Reason.FEWEST_WAITING;
      case "round-robin" -> Reason.NEXT_IN_TURN;
      default -> Reason.DRAWN;
    };
  }

  /**
   * Returns the reason why an offer for a reservation is accepted.
   *
   * @param isMet whether the reservation would end in time
   * @param asked number of providers that received the request
   */
  public static Reason ofReservation(String placement, boolean isMet, int asked) {
    if (asked == 1) {
      return Reason.ONLY_PROVIDER;
    }
    return switch (placement) {
      case "random" -> Reason.DRAWN;
      case "ar-priority" -> isMet ? Reason.FIRST_IN_TIME : Reason.EARLIEST_START;
      case "ar-gather" -> isMet ? Reason.MOST_RESERVED : Reason.EARLIEST_START;
      default -> Reason.EARLIEST_START;
    };
  }
}
