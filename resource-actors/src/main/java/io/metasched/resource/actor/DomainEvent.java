package io.metasched.resource.actor;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.fanout.NodeSlot;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.NodeEvent;
import io.metasched.resource.owner.NodeTimeline;
import java.util.List;

/**
 * What a domain writes to its journal: what has happened, its answers included. Its state is the
 * fold of these events, see {@link DomainState}. docs/journal.md says how stored events of an older
 * version are read.
 */
sealed interface DomainEvent extends CborSerializable {
  /** What happened to nodes. */
  List<NodeChange> changes();

  /**
   * What happened to nodes, to each of them the same: they advanced to a tick, then came the
   * events. What follows from local load and time is not written.
   *
   * @param nodes their ids
   * @param nowTick the latest tick that their owners know of
   * @param arrivedThrough the last tick whose local jobs have arrived before the events
   */
  record NodeChange(
      List<Integer> nodes, long nowTick, long arrivedThrough, List<NodeEvent> events) {
    public NodeChange {
      nodes = List.copyOf(nodes);
      events = List.copyOf(events);
    }
  }

  /** A request was answered, and this changed by it. */
  record RequestAnswered(
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply") Domain.Reply reply,
      List<NodeChange> changes)
      implements DomainEvent {
    public RequestAnswered {
      changes = List.copyOf(changes);
    }
  }

  /**
   * A planning session was opened.
   *
   * @param reply what was answered
   * @param untilTick the end of the time that it is for
   * @param slots its slots; empty where the answer has all, and the session is closed again
   */
  record SessionOpened(
      Domain.SessionOpened reply, long untilTick, List<NodeSlot> slots, List<NodeChange> changes)
      implements DomainEvent {
    public SessionOpened {
      slots = List.copyOf(slots);
      changes = List.copyOf(changes);
    }
  }

  /** A planning session was closed. */
  record SessionClosed(CommandId session) implements DomainEvent {
    @Override
    public List<NodeChange> changes() {
      return List.of();
    }
  }

  /** What the events so far lead to, as it is stored now and then. */
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

  /** A session that is open, with its slots. */
  record OpenedSession(CommandId id, List<NodeSlot> slots) {
    public OpenedSession {
      slots = List.copyOf(slots);
    }
  }
}
