package io.metasched.resource.rectangles;

import io.metasched.resource.rectangles.RectanglePolicy.Reads;

/**
 * A policy that also counts the feasible starts of one search, each of which it scores once. It
 * chooses what the policy chooses by itself. Confined to one thread.
 */
final class CountingPolicy {
  private final RectanglePolicy counted;
  private int starts;

  CountingPolicy(RectanglePolicy counted) {
    this.counted = counted;
  }

  /** The policy for the search. One that reads nothing would end it at the first start. */
  RectanglePolicy policy() {
    var reads = counted.reads() == Reads.NOTHING ? Reads.ELEMENTS : counted.reads();
    return new RectanglePolicy(
        reads,
        (elements, length) -> {
          starts++;
          return counted.score().of(elements, length);
        });
  }

  /** How many starts were feasible so far. */
  int feasibleStarts() {
    return starts;
  }
}
