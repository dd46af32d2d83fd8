package io.metasched.simulation.system.broker;

import io.metasched.simulation.kernel.Phase;

/**
 * What happens at one instant.
 *
 * @param kind what
 * @param broker number of the broker that is told something, or has asked; 0 where none is
 * @param agent number of the agent that is asked, or has answered; 0 where none is
 * @param at position of the batch, the cancellation or the message; 0 where there is none
 */
public record BrokerStep(Kind kind, int broker, int agent, int at) {
  /** The kinds of steps, in the order of one instant. */
  public enum Kind {
    /** An agent is lost. */
    LOST(Phase.COMPLETION),
    /** An agent is reached again. */
    BACK(Phase.GIVE_BACK),
    /** A broker hears that an agent is lost. */
    LOSS_HEARD(Phase.LOCAL_ARRIVAL),
    /** A broker hears that an agent can be used. */
    RETURN_HEARD(Phase.LOCAL_ARRIVAL),
    /** A user wants a task cancelled. */
    CANCEL(Phase.WITHDRAWAL),
    /** Tasks arrive. */
    SUBMIT(Phase.SUBMISSION),
    /** A message arrives at its agent. */
    ASK(Phase.CYCLE),
    /** The answer arrives at its broker. */
    ANSWER(Phase.CYCLE);

    private final Phase phase;

    Kind(Phase phase) {
      this.phase = phase;
    }

    Phase phase() {
      return phase;
    }
  }

  /** Whether a message arrives, of whom another one may arrive elsewhere at the same time. */
  public boolean isMessage() {
    return kind.phase() == Phase.CYCLE;
  }

  /** Whether it is about the same actor as another message. */
  public boolean hasReceiverOf(BrokerStep other) {
    return kind == other.kind && (kind == Kind.ASK ? agent == other.agent : broker == other.broker);
  }
}
