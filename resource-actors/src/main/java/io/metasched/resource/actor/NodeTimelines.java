package io.metasched.resource.actor;

import io.metasched.resource.owner.NodeTimeline;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/**
 * Timelines of the nodes of a domain that have events, as the fold of these events. Confined to one
 * thread.
 */
final class NodeTimelines {
  private final OwnedNodes nodes;
  private final TreeMap<Integer, NodeTimeline> byNode = new TreeMap<>();

  NodeTimelines(OwnedNodes nodes) {
    this.nodes = nodes;
  }

  /** Returns the timeline of a node. */
  NodeTimeline of(int node) {
    return byNode.computeIfAbsent(node, id -> nodes.timeline(nodes.node(id)));
  }

  /** Returns all timelines, by node. */
  Collection<NodeTimeline> all() {
    return byNode.values();
  }

  /** Applies a change of nodes; returns the timelines of these nodes. */
  List<NodeTimeline> changed(DomainEvent.NodeChange change) {
    var changed = new ArrayList<NodeTimeline>(change.nodes().size());
    for (int node : change.nodes()) {
      var timeline = of(node);
      timeline.advance(change.nowTick(), change.arrivedThrough());
      change.events().forEach(timeline::redo);
      changed.add(timeline);
    }
    return changed;
  }

  void restore(List<NodeTimeline.Snapshot> from) {
    for (var snapshot : from) {
      var node = nodes.node(snapshot.book().node());
      byNode.put(node.id(), nodes.timeline(node, snapshot, event -> {}));
    }
  }
}
