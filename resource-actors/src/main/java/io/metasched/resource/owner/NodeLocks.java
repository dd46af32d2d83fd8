package io.metasched.resource.owner;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * First-in-first-out locks on nodes: an operation has exclusive use of its nodes until it leaves
 * their queues. Each node serves operations in the order in which they entered its queue;
 * operations on disjoint nodes run concurrently. No operation waits for an operation that entered
 * later, so there are no deadlocks. Confined to one thread.
 */
public final class NodeLocks<T> {

  /** Operation that waits for its nodes or has them. */
  private static final class Entry<T> {
    private final T operation;
    private int ahead; // number of queues in which the operation is not the first

    Entry(T operation) {
      this.operation = operation;
    }
  }

  private final Set<Integer> nodes;
  private final TreeMap<Integer, ArrayDeque<Entry<T>>> queues =
      new TreeMap<>(); // queues by node, never empty

  /**
   * @param nodes all nodes that may be locked
   */
  public NodeLocks(Set<Integer> nodes) {
    this.nodes = nodes;
  }

  /**
   * Enters the queues of distinct nodes.
   *
   * @return whether the operation has all of its nodes immediately
   */
  public boolean enter(T operation, List<Integer> nodes) {
    var entry = new Entry<>(operation);
    for (var node : nodes) {
      var queue = queues.computeIfAbsent(known(node), locked -> new ArrayDeque<>(1));
      queue.add(entry);
      entry.ahead += queue.size() > 1 ? 1 : 0;
    }
    return entry.ahead == 0;
  }

  /**
   * Removes the first operation, which has these nodes, from their queues.
   *
   * @return the operations that now have all of their nodes, in the order of these nodes
   */
  public List<T> leave(List<Integer> nodes) {
    var next = new ArrayList<T>();
    for (var node : nodes) {
      var queue = Objects.requireNonNull(queues.get(node));
      queue.remove();
      var first = queue.peek();
      if (first == null) {
        queues.remove(node);
      } else if (--first.ahead == 0) {
        next.add(first.operation);
      }
    }
    return next;
  }

  private Integer known(Integer node) {
    if (!nodes.contains(node)) {
      throw new IllegalArgumentException("there is no node " + node);
    }
    return node;
  }
}
