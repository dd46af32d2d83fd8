package io.metasched.simulation.system.cyclic.environment;

import io.metasched.metascheduler.program.Sha256;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.LocalArrivals;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Local jobs of owners that differ: each node has its own load. Time that the owner of a node does
 * not sell counts as planned work.
 *
 * @param work work by node
 * @param selling times of sale by node; empty if all time is sold
 */
record OwnerLoad(List<LocalWork> work, List<List<SellingTime>> selling) implements LocalWork {
  OwnerLoad {
    work = List.copyOf(work);
    selling = List.copyOf(selling);
  }

  @Override
  public String fingerprint() {
    return Sha256.of(
        Stream.concat(
            work.stream().distinct().map(LocalWork::fingerprint),
            selling.stream().map(List::toString)));
  }

  @Override
  public List<Span> staticLoad(int node, Span block) {
    var load = work.get(node).staticLoad(node, block);
    var times = selling.get(node);
    return times.isEmpty() ? load : joined(load, SellingTime.unsold(times, block));
  }

  /** Returns disjoint spans in order; overlapping spans are merged. */
  private static List<Span> joined(List<Span> load, List<Span> unsold) {
    var all = new ArrayList<>(load);
    all.addAll(unsold);
    all.sort(Comparator.comparingLong(Span::start).thenComparingLong(Span::end));
    var joined = new ArrayList<Span>();
    for (var span : all) {
      int last = joined.size() - 1;
      if (last >= 0 && joined.get(last).end() > span.start()) {
        var before = joined.get(last);
        joined.set(last, new Span(before.start(), Math.max(before.end(), span.end())));
      } else {
        joined.add(span);
      }
    }
    return joined;
  }

  @Override
  public LocalArrivals arrivals(int node) {
    return work.get(node).arrivals(node);
  }
}
