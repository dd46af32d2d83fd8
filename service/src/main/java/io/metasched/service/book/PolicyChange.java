package io.metasched.service.book;

import java.time.Instant;

/**
 * Policy set by an owner, in force until the next change for the same node.
 *
 * @param since time from which the policy was in force
 * @param isFirst whether the node was sold at its list price before this change
 */
public record PolicyChange(Key key, Instant since, boolean isFirst, NodePolicy policy) {

  /** Identity of a change; changes of a node are in chronological order. */
  public record Key(String node, long seq) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byNode = node.compareTo(other.node);
      return byNode != 0 ? byNode : Long.compare(seq, other.seq);
    }
  }
}
