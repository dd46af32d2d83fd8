package io.metasched.resource.actor;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.fanout.NodeSlot;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.NodeEvent;
import io.metasched.resource.owner.NodeTimeline;
import java.util.List;

/**
 * Event that a domain writes to its journal, including the reply. Its state is the fold of these
 * events, see {@link DomainState}. docs/actors.md documents how stored events of an older version
 * are read.
 */
sealed interface DomainEvent extends CborSerializable {
  List<NodeChange> changes();

  /**
   * Common change of nodes: each node advances to a tick, then the events happen. Consequences of
   * local load and of time are not stored.
   *
   * @param nodes ids of the nodes
   * @param nowTick latest tick of their owners
   * @param arrivedThrough last tick whose local jobs arrived before the events
   */
  record NodeChange(
      List<Integer> nodes, long nowTick, long arrivedThrough, List<NodeEvent> events) {
    public NodeChange {
      nodes = List.copyOf(nodes);
      events = List.copyOf(events);
    }
  }

  /** Reply to a request, with the resulting changes. */
  record RequestAnswered(
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply") Domain.Reply reply,
      List<NodeChange> changes)
      implements DomainEvent {
    public RequestAnswered {
      changes = List.copyOf(changes);
    }
  }

  /**
   * Opening of a planning session.
   *
   * @param reply the reply
   * @param untilTick end of the time of the session
   * @param slots slots of the session; empty if the reply contains all slots and the session is
   *     closed again
   */
  record SessionOpened(
      PlanningSessions.SessionOpened reply,
      long untilTick,
      List<NodeSlot> slots,
      List<NodeChange> changes)
      implements DomainEvent {
    public SessionOpened {
      slots = List.copyOf(slots);
      changes = List.copyOf(changes);
    }
  }

  /** Closing of a planning session. */
  record SessionClosed(CommandId session) implements DomainEvent {
    @Override
    public List<NodeChange> changes() {
      return List.of();
    }
  }

  /** Snapshot of the state. */
  record Snapshot(
      List<NodeTimeline.Snapshot> owners,
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply") List<Domain.Reply> replies,
      List<CommandId> forgotten,
      List<OpenedSession> sessions,
      long opensUntil)
      implements CborSerializable {
    public Snapshot {
      owners = List.copyOf(owners);
      replies = List.copyOf(replies);
      forgotten = List.copyOf(forgotten);
      sessions = List.copyOf(sessions);
    }
  }

  /** Open session, with its slots. */
  record OpenedSession(CommandId id, List<NodeSlot> slots) {
    public OpenedSession {
      slots = List.copyOf(slots);
    }
  }
}
