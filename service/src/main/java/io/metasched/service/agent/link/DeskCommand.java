package io.metasched.service.agent.link;

import akka.actor.typed.ActorRef;
import io.metasched.service.run.RunFact;
import io.metasched.service.site.SiteCalendar;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Messages of the service side of the link. */
public sealed interface DeskCommand {
  /**
   * Heartbeat of an agent.
   *
   * @param sent time by the agent's clock
   * @param offset clock offset, if measured
   * @param secret secret of the agent; empty for agents of earlier versions, here and below
   * @param denial text of the site if the site does not permit the agent to reserve time at present
   */
  record Beat(
      AgentTitle title,
      Instant sent,
      Optional<ClockOffset> offset,
      ActorRef<AgentCommand> agent,
      Optional<AgentSecret> secret,
      Optional<String> denial)
      implements DeskCommand, LinkMessage {
    public Beat { // a message may lack any field
      Objects.requireNonNull(title);
      Objects.requireNonNull(sent);
      Objects.requireNonNull(agent);
    }

    /** Creates a heartbeat of an agent that may reserve time, or has no site. */
    public Beat(
        AgentTitle title,
        Instant sent,
        Optional<ClockOffset> offset,
        ActorRef<AgentCommand> agent,
        Optional<AgentSecret> secret) {
      this(title, sent, offset, agent, secret, Optional.empty());
    }
  }

  /** Reply to an order. */
  record Replied(String agent, long number, OrderReply reply, Optional<AgentSecret> secret)
      implements DeskCommand, LinkMessage {
    public Replied { // a message may lack any field
      Objects.requireNonNull(agent);
      Objects.requireNonNull(reply);
    }
  }

  /** Fact about a run of an agent. */
  record Told(String agent, RunFact fact, Optional<AgentSecret> secret)
      implements DeskCommand, LinkMessage {
    public Told { // a message may lack any field
      Objects.requireNonNull(agent);
      Objects.requireNonNull(fact.id());
    }
  }

  /**
   * Page of a calendar of an agent's site.
   *
   * @param reading number of the reading, counted by the process of the agent
   * @param page index of the page
   * @param pages number of pages of the reading
   */
  record SiteRead(
      String agent,
      long reading,
      int page,
      int pages,
      SiteCalendar calendar,
      Optional<AgentSecret> secret)
      implements DeskCommand, LinkMessage {
    public SiteRead { // a message may lack any field
      Objects.requireNonNull(agent);
      Objects.requireNonNull(calendar);
    }

    /** Returns the part of this page that covers the selected nodes. */
    SiteRead of(Collection<String> nodes) {
      return new SiteRead(agent, reading, page, pages, calendar.of(nodes), secret);
    }
  }

  /** Order from this JVM, for the agent of a node or of the order's run. */
  record Give(Optional<String> node, AgentOrder order, CompletableFuture<OrderReply> reply)
      implements DeskCommand {}

  /** Order from this JVM, for an agent by its id. */
  record GiveTo(String agent, AgentOrder order, CompletableFuture<OrderReply> reply)
      implements DeskCommand {}

  /** Order from this JVM, for all agents. */
  record GiveAll(AgentOrder order, CompletableFuture<List<OrderReply>> replies)
      implements DeskCommand {}

  /** Request from this JVM for the known agents. */
  record Show(CompletableFuture<List<AgentView>> views) implements DeskCommand {}

  /** Timer for the periodic check. */
  record LookAfter() implements DeskCommand {}
}
