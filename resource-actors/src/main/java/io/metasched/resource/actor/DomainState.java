package io.metasched.resource.actor;

import io.metasched.resource.actor.DomainEvent.NodeChange;
import io.metasched.resource.actor.DomainEvent.OpenedSession;
import io.metasched.resource.actor.DomainEvent.Snapshot;
import io.metasched.resource.actor.journal.StateFold;
import io.metasched.resource.config.DomainSettings;
import io.metasched.resource.fanout.NodeSlot;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.NodeTimeline;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * State of a domain as the fold of its events: the timelines of its nodes, the cached replies, and
 * the open sessions. Confined to one thread.
 *
 * <p>Changes of nodes are applied only when a snapshot is made, because applying them costs the
 * work and memory of the owners a second time. A run without faults that ends before the first
 * snapshot avoids this cost.
 */
final class DomainState {
  private final NodeTimelines owners;
  private final ArrayDeque<NodeChange> notTakenIn = new ArrayDeque<>();
  private final TreeMap<CommandId, List<NodeSlot>> sessions = new TreeMap<>();
  private final DomainReplies replies;
  private long opensUntil;

  private DomainState(DomainSettings settings, OwnedNodes nodes) {
    replies = new DomainReplies(settings);
    owners = new NodeTimelines(nodes);
  }

  /** Returns the fold that leads to the state. */
  static StateFold<DomainState> fold(DomainSettings settings, OwnedNodes nodes) {
    return new StateFold<>() {
      @Override
      public DomainState empty() {
        return new DomainState(settings, nodes);
      }

      @Override
      public DomainState apply(DomainState state, CborSerializable event) {
        state.apply((DomainEvent) event);
        return state;
      }

      @Override
      public CborSerializable snapshot(DomainState state) {
        return state.snapshot();
      }

      @Override
      public DomainState restored(CborSerializable snapshot) {
        var state = empty();
        state.restore((Snapshot) snapshot);
        return state;
      }
    };
  }

  private void apply(DomainEvent event) {
    if (event instanceof DomainEvent.RequestAnswered answered) {
      notTakenIn.addAll(answered.changes());
      replies.add(answered.reply());
    } else if (event instanceof DomainEvent.SessionOpened opened) {
      notTakenIn.addAll(opened.changes());
      replies.add(opened.reply());
      opensUntil = Math.max(opensUntil, opened.untilTick());
      if (!opened.reply().hasAll()) {
        sessions.put(opened.reply().id(), opened.slots());
      }
    } else if (event instanceof DomainEvent.SessionClosed closed) {
      sessions.remove(closed.session());
    }
  }

  private void takeInChanges() {
    while (!notTakenIn.isEmpty()) {
      for (var owner : owners.changed(notTakenIn.remove())) {
        owner.book().forgetLocalRuns();
        owner.book().forgetBefore(owner.nowTick());
      }
    }
  }

  private Snapshot snapshot() {
    takeInChanges();
    var opened = new ArrayList<OpenedSession>();
    sessions.forEach((id, slots) -> opened.add(new OpenedSession(id, slots)));
    return new Snapshot(
        owners.all().stream().map(NodeTimeline::snapshot).toList(),
        replies.all(),
        replies.forgotten(),
        opened,
        opensUntil);
  }

  private void restore(Snapshot from) {
    owners.restore(from.owners());
    replies.restore(from);
    from.sessions().forEach(session -> sessions.put(session.id(), session.slots()));
    opensUntil = from.opensUntil();
  }
}
