package io.metasched.resource.actor;

import io.metasched.resource.actor.DomainEvent.NodeChange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collector of changes of nodes, in order. Equal consecutive changes are merged into one, for
 * example when all nodes open time.
 */
final class NodeChanges {
  private final List<NodeChange> changes = new ArrayList<>();
  private final List<Integer> nodes = new ArrayList<>(1); // nodes with the last change
  private NodeOwner.@Nullable Changed last;

  void add(NodeOwner.Changed change) {
    if (last != null && !isLike(last, change)) {
      close(last);
    }
    last = change;
    nodes.add(change.node());
  }

  private static boolean isLike(NodeOwner.Changed one, NodeOwner.Changed other) {
    return one.nowTick() == other.nowTick()
        && one.arrivedThrough() == other.arrivedThrough()
        && one.events().equals(other.events());
  }

  private void close(NodeOwner.Changed change) {
    changes.add(new NodeChange(nodes, change.nowTick(), change.arrivedThrough(), change.events()));
    nodes.clear();
  }

  /** Returns all changes; after this call, nothing may be added. */
  List<NodeChange> all() {
    if (last != null) {
      close(last);
      last = null;
    }
    return changes;
  }
}
