package io.metasched.resource.owner;

import io.metasched.resource.model.Span;
import java.util.List;

/**
 * Local load of owners: the planned load, block of time by block of time, and arriving jobs. It is
 * a function of the node, so it can be recomputed at any time. Immutable.
 */
public interface LocalPlan {

  /** Returns the ticks of a block, which an owner opens at once, at least 1. */
  long blockTicks();

  /**
   * Returns the spans in which local jobs occupy the node in a block: disjoint and inside it, in
   * order.
   */
  List<Span> load(int node, Span block);

  /**
   * Returns the local jobs that arrive on a node, from the first on, in the order of their ticks.
   */
  default LocalArrivals arrivals(int node) {
    return LocalArrivals.none();
  }

  /**
   * Returns the plan of owners without local jobs.
   *
   * @param blockTicks ticks that an owner opens at once, at least 1
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
