package io.metasched.service.book;

import java.time.Instant;

/**
 * An owner set a policy, which held until the next one of this node.
 *
 * @param since from when it held
 * @param isFirst whether the node was sold at its list price before
 */
public record PolicyChange(Key key, Instant since, boolean isFirst, NodePolicy policy) {

  /** Identifies a change; those of a node are in the order in which they were made. */
  public record Key(String node, long seq) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byNode = node.compareTo(other.node);
      return byNode != 0 ? byNode : Long.compare(seq, other.seq);
    }
  }
}
