package io.metasched.resource.broker.actor;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.broker.BrokerOffers;
import io.metasched.resource.broker.TaskReservation;
import io.metasched.resource.broker.TaskVersion;
import io.metasched.resource.owner.CommandId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Event that an agent writes to its journal, including the reply. Its state is the fold of these
 * events, see {@link AgentFold}. docs/actors.md documents how stored events of an older version are
 * read.
 */
sealed interface AgentEvent extends CborSerializable {
  /** Returns the reply to the command. */
  Agent.Reply reply();

  /** Offers of nodes, by an agent that keeps its offers. */
  record TasksOffered(Agent.Offered reply, BrokerOffers offers, long nowTick)
      implements AgentEvent {}

  /** Holds of tasks, and refusals. */
  record TasksHeld(Agent.Held reply, List<TaskReservation> reservations, long nowTick)
      implements AgentEvent {
    public TasksHeld {
      reservations = List.copyOf(reservations);
    }
  }

  /** Commits of holds, and refusals. */
  record TasksCommitted(Agent.Committed reply, List<TaskVersion> holds, long nowTick)
      implements AgentEvent {
    public TasksCommitted {
      holds = List.copyOf(holds);
    }
  }

  /** Release of holds and reservations. */
  record TasksReleased(Agent.Released reply, List<TaskVersion> holds, long nowTick)
      implements AgentEvent {
    public TasksReleased {
      holds = List.copyOf(holds);
    }
  }

  /** Cancellation of a task by a user, or its refusal. */
  record TaskCancelled(Agent.Cancelled reply, String user, long task, long nowTick)
      implements AgentEvent {}

  /**
   * Snapshot of the state.
   *
   * @param reservations held and committed reservations, by task
   * @param version version of the last hold
   * @param replies the cached replies, oldest first
   * @param forgotten for each issuer, its last command whose reply was dropped
   * @param offers open offers to brokers, if the agent keeps its offers
   */
  record Snapshot(
      List<TaskReservation> reservations,
      long version,
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply") List<Agent.Reply> replies,
      List<CommandId> forgotten,
      @Nullable List<BrokerOffers> offers)
      implements CborSerializable {
    public Snapshot {
      reservations = List.copyOf(reservations);
      replies = List.copyOf(replies);
      forgotten = List.copyOf(forgotten);
      offers = offers == null ? List.of() : List.copyOf(offers); // absent in older snapshots
    }

    /** Returns the open offers to brokers. */
    List<BrokerOffers> openOffers() {
      return offers == null ? List.of() : offers;
    }
  }
}
