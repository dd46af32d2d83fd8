package io.metasched.service.plan;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.pricing.Pricing;
import io.metasched.resource.slots.SlotList;
import io.metasched.resource.slots.SlotTable;
import io.metasched.service.book.BookState;
import io.metasched.service.book.TakenTime;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The time of all nodes that nobody has, by the book alone. A node is read when it is asked for, so
 * that a question about few nodes costs what these have booked. Confined to one thread.
 */
public final class Vacancy {
  private final TakenTime taken;
  private final Predicate<String> counted;
  private final Fleet fleet;
  private final Span time;
  private final TreeMap<Integer, SlotList> known = new TreeMap<>();

  private Vacancy(TakenTime taken, Predicate<String> counted, Fleet fleet, Span time) {
    this.taken = taken;
    this.counted = counted;
    this.fleet = fleet;
    this.time = time;
  }

  /** What nobody has of a span of time. */
  public static Vacancy of(BookState state, Fleet fleet, Span time) {
    return of(state, fleet, time, by -> true);
  }

  /**
   * The same, as if some jobs and claims took no time.
   *
   * @param counted whether the job or claim of an id takes its time
   */
  static Vacancy of(BookState state, Fleet fleet, Span time, Predicate<String> counted) {
    return new Vacancy(state.open().taken(), counted, fleet, time);
  }

  /** Returns the vacant time of a node, which only this changes. */
  SlotList vacant(int node) {
    return known.computeIfAbsent(node, this::read);
  }

  private SlotList read(int node) {
    var vacant = new SlotList(List.of(time), 0);
    for (var each : taken.of(fleet.name(node), time.end())) {
      if (counted.test(each.by())) {
        vacant.subtract(each.span());
      }
    }
    return vacant;
  }

  /** The vacant time of a node, in order. */
  public List<Span> spans(int node) {
    return vacant(node).spans();
  }

  /** Whether nobody has any of a window, whose parts are on nodes of the fleet. */
  boolean isFree(Window window) {
    return window.parts().stream().allMatch(part -> isFree(part.node(), part.span()));
  }

  boolean isFree(int node, Span span) {
    return span.start() >= time.start() && vacant(node).covers(span);
  }

  /** The first tick from {@code from} on at which a node is vacant for so long. */
  OptionalLong earliest(int node, long from, long lengthTicks) {
    return vacant(node).earliestFit(from, lengthTicks);
  }

  /** Nobody has a window any more that somebody had. */
  void giveBack(Window window) {
    for (Part part : window.parts()) {
      vacant(part.node()).giveBack(part.span());
    }
  }

  /** Somebody has a window now. */
  void take(Window window) {
    for (Part part : window.parts()) {
      vacant(part.node()).subtract(part.span());
    }
  }

  /** What is for sale of it in a horizon, as a cycle would see it. */
  public SlotTable table(Pricing pricing, Span horizon, long now) {
    return table(pricing, horizon, now, List.of());
  }

  /** The same, where it is known what may come back. */
  SlotTable table(Pricing pricing, Span horizon, long now, List<Slot> mayComeBack) {
    var slots = new ArrayList<Slot>();
    for (int node = 0; node < fleet.nodes().size(); node++) {
      for (var span : vacant(node).within(horizon)) {
        slots.addAll(pricing.offer(fleet.numbered().get(node), span, now));
      }
    }
    return new SlotTable(slots, mayComeBack);
  }
}
