package io.metasched.resource.owner;

import io.metasched.resource.model.Span;
import java.util.List;

/**
 * Local load of owners: the planned load, one block of time after the other, and arriving jobs. The
 * load is a function of the node and can therefore be recomputed at any time. Immutable.
 */
public interface LocalPlan {

  /** Returns the length in ticks of a block, at least 1. An owner opens time block by block. */
  long blockTicks();

  /**
   * Returns the spans in which local jobs occupy the node in a block: disjoint, inside the block,
   * in order.
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
   * @param blockTicks length of a block in ticks, at least 1
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
