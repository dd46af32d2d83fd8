package io.metasched.simulation.system.twolevel;

import io.metasched.simulation.system.twolevel.TwoLevelEventRow.Reason;

/** Why the grid policies choose the provider they choose. */
final class Choices {
  private Choices() {}

  /**
   * Why a batch job goes to a provider.
   *
   * @param candidates how many providers take batch jobs
   */
  static Reason ofBatchJob(String placement, int candidates) {
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
   * Why an offer for a reservation is taken up.
   *
   * @param isMet whether it would end in time
   * @param asked how many providers were asked
   */
  static Reason ofReservation(String placement, boolean isMet, int asked) {
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
