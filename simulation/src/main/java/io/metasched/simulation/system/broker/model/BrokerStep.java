package io.metasched.simulation.system.broker.model;

import io.metasched.simulation.kernel.Phase;

/**
 * Event of a run at one instant.
 *
 * @param kind kind of the event
 * @param broker number of the broker that receives an input, or has sent the message; 0 if there is
 *     none
 * @param agent number of the agent that receives the message, or has answered it; 0 if there is
 *     none
 * @param at index of the batch, the cancellation or the message; 0 if there is none
 */
public record BrokerStep(Kind kind, int broker, int agent, int at) {
  /** Kinds of steps, in the order of execution within one instant. */
  public enum Kind {
    /** Loss of an agent. */
    LOST(Phase.COMPLETION),
    /** Return of an agent, which can be reached again. */
    BACK(Phase.GIVE_BACK),
    /** Notice to a broker that an agent is lost. */
    LOSS_NOTICED(Phase.LOCAL_ARRIVAL),
    /** Notice to a broker that an agent can be used again. */
    RETURN_NOTICED(Phase.LOCAL_ARRIVAL),
    /** Request of a user to cancel a task. */
    CANCEL(Phase.WITHDRAWAL),
    /** Arrival of tasks. */
    SUBMIT(Phase.SUBMISSION),
    /** Arrival of a message at its agent. */
    ASK(Phase.CYCLE),
    /** Arrival of the answer at its broker. */
    ANSWER(Phase.CYCLE);

    private final Phase phase;

    Kind(Phase phase) {
      this.phase = phase;
    }

    Phase phase() {
      return phase;
    }
  }

  /**
   * Returns whether the step is the arrival of a message. Other messages may arrive at other actors
   * at the same time.
   */
  public boolean isMessage() {
    return kind.phase() == Phase.CYCLE;
  }

  /** Returns whether the step has the same receiving actor as the other step. */
  public boolean hasReceiverOf(BrokerStep other) {
    return kind == other.kind && (kind == Kind.ASK ? agent == other.agent : broker == other.broker);
  }
}
