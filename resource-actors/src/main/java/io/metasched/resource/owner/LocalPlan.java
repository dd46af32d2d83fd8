package io.metasched.resource.owner;

import io.metasched.resource.model.Span;
import java.util.List;

/**
 * The local load of owners: what they plan, block of time by block of time, and what arrives. It
 * follows from the node alone, so that it may be made again at any time. Immutable.
 */
public interface LocalPlan {

  /** How much time an owner opens at once, in ticks, at least 1. */
  long blockTicks();

  /** When local jobs occupy the node in a block: disjoint spans inside it, in order. */
  List<Span> load(int node, Span block);

  /** The local jobs that arrive on a node, from the first on, in the order of their ticks. */
  default LocalArrivals arrivals(int node) {
    return LocalArrivals.none();
  }

  /**
   * Returns the plan of owners without local jobs.
   *
   * @param blockTicks how much time an owner opens at once, at least 1
   */
  static LocalPlan none(long blockTicks) {
    return new LocalPlan() {
      @Override
      public long blockTicks() {
        return blockTicks;
      }

      @Override
      public List<Span> load(int node, Span block) {
        return List.of();
      }
    };
  }
}
