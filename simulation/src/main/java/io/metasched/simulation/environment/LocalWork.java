package io.metasched.simulation.environment;

import io.metasched.resource.model.Span;
import io.metasched.resource.owner.LocalPlan;
import java.util.List;

/** The owners' own jobs: those that are planned, and those that arrive. Immutable. */
public interface LocalWork {

  /** The load that owners plan, in blocks of that many ticks. */
  LocalPlan plan(long blockTicks);

  /** The planned spans of a node in a block of time, in order. */
  default List<Span> staticLoad(int node, Span block) {
    return plan(block.lengthTicks()).load(node, block);
  }

  /** The jobs that arrive on a node in the course of a run, from the first on. */
  LocalArrivals arrivals(int node);

  /** What tells it from other work with the same seeds. */
  default String fingerprint() {
    return "";
  }
}
