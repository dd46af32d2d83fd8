package io.metasched.resource.fanout;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Plain implementation of {@link FanOut} that compares each slot with all others. */
public final class NaiveFanOut {
  private static final Comparator<Usable> BY_COST =
      Comparator.comparingLong(Usable::cost).thenComparingInt(one -> one.slot().node().id());

  private NaiveFanOut() {}

  /** Slot that the request admits, as a part of a window. */
  private record Usable(Slot slot, long first, long last, long length, long cost, long energy) {

    boolean isUsableAt(long tick) {
      return first <= tick && tick <= last;
    }
  }

  /** Returns the slots of a domain that are relevant to the request, by start, then node. */
  public static List<Slot> answer(
      SlotTable domain, WindowRequest request, Criterion criterion, int spare) {
    var usable = usable(domain, request);
    boolean bounded = value(1, 1, criterion) > 0;
    long certain = bounded ? certainValue(usable, request, criterion, spare) : Long.MAX_VALUE;
    return usable.stream()
        .filter(x -> matters(x, usable, request.nodes() + spare, criterion, certain))
        .map(Usable::slot)
        .toList();
  }

  /**
   * Returns the least value of a window that remains possible after any {@code spare} parts are
   * taken.
   */
  public static long certainValue(
      SlotTable domain, WindowRequest request, Criterion criterion, int spare) {
    return certainValue(usable(domain, request), request, criterion, spare);
  }

  /** Returns the value of a window under the criterion, or 0 if the criterion is not bounded. */
  public static long value(long start, long length, Criterion criterion) {
    return switch (criterion) {
      case START -> start;
      case FINISH -> start + length;
      case RUNTIME -> length;
      case COST, PROC_TIME, ENERGY -> 0;
    };
  }

  private static long certainValue(
      List<Usable> usable, WindowRequest request, Criterion criterion, int spare) {
    long least = Long.MAX_VALUE;
    boolean anyLength = criterion == Criterion.START;
    var lengths = usable.stream().map(Usable::length).sorted().distinct().toList();
    for (var begins : usable) {
      long tick = begins.first();
      var byCost = usable.stream().filter(one -> one.isUsableAt(tick)).sorted(BY_COST).toList();
      for (long longest : anyLength ? List.of(Long.MAX_VALUE) : lengths) {
        var dearest =
            byCost.stream()
                .filter(one -> one.length() <= longest)
                .limit(request.nodes() + spare)
                .skip(spare)
                .toList();
        double cost = dearest.stream().mapToDouble(Usable::cost).sum();
        if (dearest.size() == request.nodes() && cost <= request.costLimitMilli()) {
          least = Math.min(least, value(tick, longest, criterion));
        }
      }
    }
    return least;
  }

  private static List<Usable> usable(SlotTable domain, WindowRequest request) {
    var usable = new ArrayList<Usable>();
    for (var slot : domain.slots()) {
      var candidate = usable(slot, request);
      if (candidate.first() <= candidate.last()
          && candidate.cost() <= request.costLimitMilli()
          && request.admits(slot.node(), slot.priceMilli())) {
        usable.add(candidate);
      }
    }
    return usable;
  }

  private static Usable usable(Slot slot, WindowRequest request) {
    long length = request.lengthTicks(slot.node());
    return new Usable(
        slot,
        Math.max(slot.span().start(), request.earliestStart()),
        Math.min(slot.span().end(), request.deadline()) - length,
        length,
        Ticks.costMilli(slot.priceMilli(), length),
        Ticks.costMilli(slot.node().powerMilli(), length));
  }

  /** Returns whether fewer than {@code nodes} other slots dominate the slot at some tick. */
  private static boolean matters(
      Usable x, List<Usable> usable, int nodes, Criterion criterion, long certain) {
    var dominators = usable.stream().filter(y -> dominates(y, x, criterion)).toList();
    var ends = dominators.stream().mapToLong(y -> y.last() + 1);
    var ticks = new ArrayList<Long>(List.of(x.first()));
    ends.filter(tick -> x.first() < tick && tick <= x.last()).forEach(ticks::add);
    return ticks.stream()
        .filter(tick -> value(tick, x.length(), criterion) <= certain)
        .anyMatch(tick -> dominators.stream().filter(y -> y.isUsableAt(tick)).count() < nodes);
  }

  private static boolean dominates(Usable y, Usable x, Criterion criterion) {
    return BY_COST.compare(y, x) < 0
        && (List.of(Criterion.START, Criterion.COST).contains(criterion)
            || y.length() <= x.length())
        && (criterion != Criterion.ENERGY || y.energy() <= x.energy());
  }
}
