package io.metasched.simulation.system.broker.model;

/**
 * Planned loss of an agent: it cannot be reached until it returns, with its reservations intact.
 *
 * @param agent number of the agent
 * @param lostTick tick of the loss
 * @param backTick tick from which it can be reached again, {@link #NEVER} for never
 */
public record AgentLoss(int agent, long lostTick, long backTick) {
  /** Value of the return tick if the agent does not return. */
  public static final long NEVER = Long.MAX_VALUE;

  /**
   * @throws IllegalArgumentException if the return is not after the loss, or a number is negative
   */
  public AgentLoss {
    if (agent < 0 || lostTick < 0 || backTick <= lostTick) {
      throw new IllegalArgumentException(
          "an agent comes back after it is lost, but agent %d is lost at %d and back at %d"
              .formatted(agent, lostTick, backTick));
    }
  }
}
