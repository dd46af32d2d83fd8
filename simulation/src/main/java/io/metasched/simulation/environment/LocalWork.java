package io.metasched.simulation.environment;

import io.metasched.resource.model.Span;
import io.metasched.resource.owner.LocalArrivals;
import io.metasched.resource.owner.LocalPlan;
import java.util.List;

/** The owners' own jobs: those that are planned, and those that arrive. Immutable. */
public interface LocalWork {

  /** All of it, of which owners plan what they plan in blocks of that many ticks. */
  default LocalPlan plan(long blockTicks) {
    var work = this;
    return new LocalPlan() {
      @Override
      public long blockTicks() {
        return blockTicks;
      }

      @Override
      public List<Span> load(int node, Span block) {
        return work.staticLoad(node, block);
      }

      @Override
      public LocalArrivals arrivals(int node) {
        return work.arrivals(node);
      }
    };
  }

  /** The planned spans of a node in a block of time, in order. */
  List<Span> staticLoad(int node, Span block);

  /** The jobs that arrive on a node in the course of a run, from the first on. */
  LocalArrivals arrivals(int node);

  /** What tells it from other work with the same seeds. */
  default String fingerprint() {
    return "";
  }
}
