package io.metasched.resource.rectangles;

import io.metasched.resource.rectangles.RectanglePolicy.Reads;

/**
 * Wrapper of a policy that also counts the feasible starts of one search, each of which it scores
 * once. It selects the same start as the wrapped policy. Confined to one thread.
 */
final class CountingPolicy {
  private final RectanglePolicy counted;
  private int starts;

  CountingPolicy(RectanglePolicy counted) {
    this.counted = counted;
  }

  /**
   * Returns the policy for the search. A policy that reads nothing is made to read elements,
   * because it would otherwise end the search at the first start.
   */
  RectanglePolicy policy() {
    var reads = counted.reads() == Reads.NOTHING ? Reads.ELEMENTS : counted.reads();
    return new RectanglePolicy(
        reads,
        (elements, length) -> {
          starts++;
          return counted.score().of(elements, length);
        });
  }

  /** Returns the number of feasible starts so far. */
  int feasibleStarts() {
    return starts;
  }
}
