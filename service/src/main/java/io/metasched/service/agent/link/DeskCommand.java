package io.metasched.service.agent.link;

import akka.actor.typed.ActorRef;
import io.metasched.service.run.RunFact;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Everything the service's side of the link understands. */
public sealed interface DeskCommand {
  /**
   * A heartbeat.
   *
   * @param sent by the agent's clock
   * @param offset of the clocks, as far as the agent knows it
   */
  record Beat(
      AgentTitle title, Instant sent, Optional<ClockOffset> offset, ActorRef<AgentCommand> agent)
      implements DeskCommand, LinkMessage {}

  /** The answer to an order. */
  record Replied(String agent, long number, OrderReply reply) implements DeskCommand, LinkMessage {}

  /** Something that happened to a run of an agent. */
  record Told(String agent, RunFact fact) implements DeskCommand, LinkMessage {}

  /** From this JVM: an order for the agent of a node, or of the run it is about. */
  record Give(Optional<String> node, AgentOrder order, CompletableFuture<OrderReply> reply)
      implements DeskCommand {}

  /** From this JVM: an order for all agents. */
  record GiveAll(AgentOrder order, CompletableFuture<List<OrderReply>> replies)
      implements DeskCommand {}

  /** From this JVM: which agents are there? */
  record Show(CompletableFuture<List<AgentView>> views) implements DeskCommand {}

  /** From its own timer. */
  record LookAfter() implements DeskCommand {}
}
