package io.metasched.resource.rectangles;

import io.metasched.resource.rectangles.RectanglePolicy.Reads;

/**
 * Wrapper of a policy that also counts the feasible starts of one search, each of which it scores
 * once. The wrapper selects the same start as the wrapped policy. Confined to one thread.
 */
final class CountingPolicy {
  private final RectanglePolicy counted;
  private int starts;

  CountingPolicy(RectanglePolicy counted) {
    this.counted = counted;
  }

  /**
   * Returns the policy for the search. If the wrapped policy reads nothing, the returned policy
   * reads elements, because the search would otherwise end at the first start.
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
