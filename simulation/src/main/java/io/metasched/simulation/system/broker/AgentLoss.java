package io.metasched.simulation.system.broker;

/**
 * An agent is going to be lost: nobody reaches it until it comes back with what it had reserved.
 *
 * @param agent number of the agent
 * @param lostTick when
 * @param backTick when it is reached again, {@link #NEVER} for never
 */
public record AgentLoss(int agent, long lostTick, long backTick) {
  /** It does not come back. */
  public static final long NEVER = Long.MAX_VALUE;

  /**
   * @throws IllegalArgumentException for a return before the loss
   */
  public AgentLoss {
    if (agent < 0 || lostTick < 0 || backTick <= lostTick) {
      throw new IllegalArgumentException(
          "an agent comes back after it is lost, but agent %d is lost at %d and back at %d"
              .formatted(agent, lostTick, backTick));
    }
  }
}
