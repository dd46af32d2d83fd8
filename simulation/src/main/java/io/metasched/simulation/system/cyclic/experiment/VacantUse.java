package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.slots.SlotList;
import io.metasched.simulation.system.cyclic.CyclicInstance;
import io.metasched.simulation.system.cyclic.rows.PlacementRow;
import java.util.List;
import java.util.function.ToLongFunction;

/** Share of the time without local jobs that the schedule of a cycle uses. */
final class VacantUse {
  private final List<Node> nodes; // by id
  private final Span horizon;
  private final List<SlotList> vacant; // by node

  private VacantUse(List<Node> nodes, Span horizon, List<SlotList> vacant) {
    this.nodes = nodes;
    this.horizon = horizon;
    this.vacant = vacant;
  }

  /** Creates the vacant time of the nodes of a cycle. */
  static VacantUse of(CyclicInstance instance) {
    var horizon = new Span(0, instance.rules().horizonTicks());
    return new VacantUse(
        instance.environment().nodes(), horizon, VacantSlots.of(instance.environment(), horizon));
  }

  /**
   * Returns the used share of the vacant time from the beginning to the last end.
   *
   * @param endOf end of a part, as reserved or in reality
   */
  double share(List<PlacementRow> parts, ToLongFunction<PlacementRow> endOf) {
    long last = parts.stream().mapToLong(endOf).max().orElse(horizon.end());
    return share(parts, endOf, new Span(0, last));
  }

  /** Returns the used share of the vacant time of the interval before {@code tick}, as reserved. */
  double shareBefore(List<PlacementRow> parts, long tick) {
    return share(parts, PlacementRow::end, new Span(0, tick));
  }

  /** Returns the used share of the vacant time of the interval after {@code tick}, as reserved. */
  double shareAfter(List<PlacementRow> parts, long tick) {
    return share(parts, PlacementRow::end, new Span(tick, horizon.end()));
  }

  private double share(List<PlacementRow> parts, ToLongFunction<PlacementRow> endOf, Span within) {
    long used = 0;
    for (var part : parts) {
      long from = Math.max(part.start(), within.start());
      used += Math.max(0, Math.min(endOf.applyAsLong(part), within.end()) - from);
    }
    long free =
        vacant.stream()
            .flatMap(slots -> slots.within(within).stream())
            .mapToLong(Span::lengthTicks)
            .sum();
    return (double) used / free;
  }

  /** Returns the vacant slots that a schedule leaves, as reserved. */
  List<Span> left(List<PlacementRow> parts) {
    var left = vacant.stream().map(SlotList::copy).toList();
    parts.forEach(part -> left.get(part.node()).cut(new Span(part.start(), part.end())));
    return left.stream().flatMap(slots -> slots.spans().stream()).toList();
  }

  /** Returns the mean length of slots in units. */
  static double meanLength(List<Span> slots) {
    return slots.stream().mapToLong(Span::lengthTicks).average().orElse(Double.NaN)
        / Ticks.PER_UNIT;
  }

  /** Returns the mean performance of the nodes of parts. */
  double meanPerformance(List<PlacementRow> parts) {
    return parts.stream()
        .mapToInt(part -> nodes.get(part.node()).performance())
        .average()
        .orElse(Double.NaN);
  }
}
