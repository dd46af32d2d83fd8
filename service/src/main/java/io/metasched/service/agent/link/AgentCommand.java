package io.metasched.service.agent.link;

import akka.actor.typed.ActorRef;
import io.metasched.service.run.RunFact;
import java.time.Instant;

/** Everything an agent understands. */
public sealed interface AgentCommand {
  /**
   * An order of the service.
   *
   * @param desk that gives it, drawn once for each start of a service
   * @param number by which the desk knows it; a repetition has the same
   */
  record Carry(String desk, long number, AgentOrder order, ActorRef<DeskCommand> replyTo)
      implements AgentCommand, LinkMessage {}

  /**
   * The answer to a heartbeat.
   *
   * @param sent when the agent sent it, by its own clock
   * @param received by the clock of the service
   * @param answered by the clock of the service
   */
  record Heard(Instant sent, Instant received, Instant answered)
      implements AgentCommand, LinkMessage {}

  /** The service does not take this agent. */
  record TurnedAway(String why) implements AgentCommand, LinkMessage {}

  /** From its own timer. */
  record BeatNow() implements AgentCommand {}

  /** From its own executor. */
  record FactHeard(RunFact fact) implements AgentCommand {}

  /** From its own executor. */
  record CarriedOut(Carry carry, OrderReply reply) implements AgentCommand {}
}
