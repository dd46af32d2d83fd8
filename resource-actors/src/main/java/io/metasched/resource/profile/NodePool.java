package io.metasched.resource.profile;

import org.jspecify.annotations.Nullable;

/**
 * The nodes of one {@link CapacityProfile}: those that it may write to, and those that wait to be
 * used again. A node belongs to the pool that made it; the nodes of any other pool are shared with
 * a copy, and are copied before they change.
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

  /** A pool that owns no node yet, for nodes of these sizes. */
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

  /** The node itself if it is of this pool, else a copy that is. */
  ProfileNode writable(ProfileNode node) {
    if (node.pool == this) {
      return node;
    }
    var copy = node.isLeaf() ? leaf() : inner();
    node.copyTo(copy);
    return copy;
  }

  /** Keeps a node for later if it is of this pool. */
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

  /** Keeps a node and all below it for later; says how many changes they had. */
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
