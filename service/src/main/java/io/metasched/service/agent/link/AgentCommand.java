package io.metasched.service.agent.link;

import akka.actor.typed.ActorRef;
import io.metasched.service.run.RunFact;
import io.metasched.service.site.SiteCalendar;
import java.time.Instant;
import java.util.Optional;

/** Messages of an agent. */
public sealed interface AgentCommand {
  /**
   * Order from the service.
   *
   * @param desk id of the sender, generated at each start of a service
   * @param number number of the order at the desk; repetitions have the same number
   */
  record Carry(String desk, long number, AgentOrder order, ActorRef<DeskCommand> replyTo)
      implements AgentCommand, LinkMessage {}

  /**
   * Reply to a heartbeat.
   *
   * @param sent time of the heartbeat by the agent's clock
   * @param received time of receipt by the service's clock
   * @param answered time of the reply by the service's clock
   * @param remark remark for the agent's administrator; services of earlier versions send none
   */
  record Heard(Instant sent, Instant received, Instant answered, Optional<String> remark)
      implements AgentCommand, LinkMessage {}

  /** Rejection of this agent by the service. */
  record TurnedAway(String why) implements AgentCommand, LinkMessage {}

  /** Timer for the next heartbeat. */
  record BeatNow() implements AgentCommand {}

  /** Fact from the agent's own executor. */
  record FactHeard(RunFact fact) implements AgentCommand {}

  /** Calendar of the agent's site, by the names of its nodes. */
  record CalendarRead(SiteCalendar calendar) implements AgentCommand {}

  /** Reply of the agent's own executor to an order. */
  record CarriedOut(Carry carry, OrderReply reply) implements AgentCommand {}
}
