package io.metasched.resource.actor;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.agent.BrokerOffers;
import io.metasched.resource.agent.TaskReservation;
import io.metasched.resource.agent.TaskVersion;
import io.metasched.resource.owner.CommandId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an agent writes to its journal: what has happened, its answers included. Its state is the
 * fold of these events, see {@link AgentFold}. docs/journal.md says how stored events of an older
 * version are read.
 */
sealed interface AgentEvent extends CborSerializable {
  /** What was answered. */
  Agent.Reply reply();

  /** Nodes were offered, by an agent that keeps its offers. */
  record TasksOffered(Agent.Offered reply, BrokerOffers offers, long nowTick)
      implements AgentEvent {}

  /** Tasks were held, or refused. */
  record TasksHeld(Agent.Held reply, List<TaskReservation> reservations, long nowTick)
      implements AgentEvent {
    public TasksHeld {
      reservations = List.copyOf(reservations);
    }
  }

  /** Holds were committed, or refused. */
  record TasksCommitted(Agent.Committed reply, List<TaskVersion> holds, long nowTick)
      implements AgentEvent {
    public TasksCommitted {
      holds = List.copyOf(holds);
    }
  }

  /** Holds and reservations were given up. */
  record TasksReleased(Agent.Released reply, List<TaskVersion> holds, long nowTick)
      implements AgentEvent {
    public TasksReleased {
      holds = List.copyOf(holds);
    }
  }

  /** A user cancelled a task, or was refused. */
  record TaskCancelled(Agent.Cancelled reply, String user, long task, long nowTick)
      implements AgentEvent {}

  /**
   * What the events so far lead to, as it is stored now and then.
   *
   * @param reservations what is held and committed, by task
   * @param version of the last hold
   * @param replies the answers that are remembered, oldest first
   * @param forgotten the last command of each issuer whose answer is forgotten
   * @param offers what brokers may accept, of an agent that keeps its offers
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
      offers = offers == null ? List.of() : List.copyOf(offers); // older ones have none
    }

    /** What brokers may accept. */
    List<BrokerOffers> openOffers() {
      return offers == null ? List.of() : offers;
    }
  }
}
