package io.metasched.resource.owner;

import io.metasched.resource.model.Span;
import java.util.List;

/** The static local load that owners plan, block of time by block of time. */
public interface LocalPlan {

  /** How much time an owner opens at once, in ticks, at least 1. */
  long blockTicks();

  /** When local jobs occupy the node in a block: disjoint spans inside it, in order. */
  List<Span> load(int node, Span block);
}
