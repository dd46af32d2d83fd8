package io.metasched.resource.owner;

import io.metasched.resource.model.Span;
import java.util.List;

/** The static local load that owners plan, block of time by block of time. */
public interface LocalPlan {

  /** How much time an owner opens at once, in ticks, at least 1. */
  long blockTicks();

  /** When local jobs occupy the node in a block: disjoint spans inside it, in order. */
  List<Span> load(int node, Span block);

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
