package io.metasched.simulation.system.cyclic.environment;

import io.metasched.resource.model.Span;
import io.metasched.resource.owner.LocalArrivals;
import io.metasched.resource.owner.LocalPlan;
import java.util.List;

/** Jobs of the owners' own users: planned and arriving jobs. Immutable. */
public interface LocalWork {

  /** Returns all jobs; the owners plan the planned jobs in blocks of {@code blockTicks} ticks. */
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

  /** Returns the planned spans of a node in a block of time, in order. */
  List<Span> staticLoad(int node, Span block);

  /** Returns the jobs that arrive on a node during a run, from the first on. */
  LocalArrivals arrivals(int node);

  /** Returns a string that distinguishes this local work from other work with the same seeds. */
  default String fingerprint() {
    return "";
  }
}
