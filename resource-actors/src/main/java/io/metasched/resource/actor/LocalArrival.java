package io.metasched.resource.actor;

/**
 * A job of an owner's own users that arrives.
 *
 * @param node id of its node
 * @param tick when it arrives, at least 0
 * @param lengthTicks how long it occupies the node, at least 1
 */
public record LocalArrival(int node, long tick, long lengthTicks) {
  /**
   * @throws IllegalArgumentException for a number out of its range
   */
  public LocalArrival {
    Require.tick("tick", tick);
    Require.atLeast("lengthTicks", 1, lengthTicks);
  }
}
