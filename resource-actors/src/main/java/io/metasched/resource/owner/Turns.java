package io.metasched.resource.owner;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * Gives out turns at nodes: whoever needs some nodes has them to itself until it leaves. At each
 * node turns go in the order of entering; those who need disjoint nodes have their turns at the
 * same time. Nobody waits for one that entered later, so there are no deadlocks. Confined to one
 * thread.
 */
public final class Turns<T> {

  /** One that waits for its turn or has it. */
  private static final class Entry<T> {
    private final T who;
    private int ahead; // queues in which it is not the first

    Entry(T who) {
      this.who = who;
    }
  }

  private final Map<Integer, ArrayDeque<Entry<T>>> queues = new LinkedHashMap<>();

  public Turns(Collection<Integer> nodes) {
    nodes.forEach(node -> queues.put(node, new ArrayDeque<>()));
  }

  /**
   * Enters the queues of distinct nodes.
   *
   * @return whether its turn has come already
   */
  public boolean enter(T who, List<Integer> nodes) {
    var entry = new Entry<>(who);
    for (var node : nodes) {
      var queue = queue(node);
      queue.add(entry);
      entry.ahead += queue.size() > 1 ? 1 : 0;
    }
    return entry.ahead == 0;
  }

  /**
   * Leaves the nodes, of which it has its turn.
   *
   * @return those whose turn has come by that, in the order of these nodes
   */
  public List<T> leave(List<Integer> nodes) {
    var next = new ArrayList<T>();
    for (var node : nodes) {
      var queue = queue(node);
      queue.remove();
      var first = queue.peek();
      if (first != null && --first.ahead == 0) {
        next.add(first.who);
      }
    }
    return next;
  }

  /** Nodes are looked for as the lists have them: as numbers, each look would box one anew. */
  private Queue<Entry<T>> queue(Integer node) {
    var queue = queues.get(node);
    if (queue == null) {
      throw new IllegalArgumentException("there is no node " + node);
    }
    return queue;
  }
}
