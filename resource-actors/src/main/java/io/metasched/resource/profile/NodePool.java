package io.metasched.resource.profile;

import org.jspecify.annotations.Nullable;

/**
 * Tree nodes of one {@link CapacityProfile}: the nodes that the profile may write to, and free
 * nodes for reuse. A node belongs to the pool that created it. Nodes of any other pool are shared
 * with a copy, and are copied before they change.
 */
final class NodePool {
  private final int leafCapacity;
  private final int innerCapacity;
  private @Nullable ProfileNode spareLeaves;
  private @Nullable ProfileNode spareInner;

  NodePool(int leafCapacity, int innerCapacity) {
    this.leafCapacity = leafCapacity;
    this.innerCapacity = innerCapacity;
  }

  /** Returns a pool for nodes with the capacities of this pool, which owns no node yet. */
  NodePool emptyOne() {
    return new NodePool(leafCapacity, innerCapacity);
  }

  int leafCapacity() {
    return leafCapacity;
  }

  int innerCapacity() {
    return innerCapacity;
  }

  ProfileNode leaf() {
    var spare = spareLeaves;
    if (spare == null) {
      return ProfileNode.leaf(leafCapacity, this);
    }
    spareLeaves = spare.next;
    return spare;
  }

  ProfileNode inner() {
    var spare = spareInner;
    if (spare == null) {
      return ProfileNode.inner(innerCapacity, this);
    }
    spareInner = spare.next;
    return spare;
  }

  /** Returns the node itself if it belongs to this pool, otherwise a copy in this pool. */
  ProfileNode writable(ProfileNode node) {
    if (node.pool == this) {
      return node;
    }
    var copy = node.isLeaf() ? leaf() : inner();
    node.copyTo(copy);
    return copy;
  }

  /** Frees a node for reuse if it belongs to this pool. */
  void give(ProfileNode node) {
    if (node.pool != this) {
      return;
    }
    node.size = 0;
    if (node.isLeaf()) {
      node.next = spareLeaves;
      spareLeaves = node;
    } else {
      node.next = spareInner;
      spareInner = node;
    }
  }

  /** Frees a node and all nodes below it for reuse. Returns the number of changes in them. */
  int recycle(ProfileNode node) {
    int count = node.isLeaf() ? node.size : 0;
    if (!node.isLeaf()) {
      for (int i = 0; i < node.size; i++) {
        count += recycle(node.children[i]);
      }
    }
    give(node);
    return count;
  }
}
