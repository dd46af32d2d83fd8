package io.metasched.service.plan;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.pricing.Pricing;
import io.metasched.resource.slots.SlotList;
import io.metasched.resource.slots.SlotTable;
import io.metasched.service.book.BookState;
import io.metasched.service.book.Market;
import io.metasched.service.book.TakenTime;
import io.metasched.service.book.WallTicks;
import io.metasched.service.site.SiteHold;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Vacant time of all nodes, according to the book alone. A node is read on first access, so that
 * the cost depends on the bookings of the accessed nodes only. Confined to one thread.
 */
public final class Vacancy {
  private static final long SECOND = 1000; // ticks
  private static final long SHORTEST = SiteHold.SHORTEST.toMillis(); // ticks

  private final TakenTime taken;
  private final Market market;
  private final WallTicks ticks;
  private final Predicate<String> counted;
  private final Fleet fleet;
  private final Span time;
  private final TreeMap<Integer, SlotList> known = new TreeMap<>();

  private Vacancy(BookState state, Predicate<String> counted, Fleet fleet, Span time) {
    taken = state.open().taken();
    market = state.market();
    ticks = state.ticks();
    this.counted = counted;
    this.fleet = fleet;
    this.time = time;
  }

  /** Returns the vacancy within a span of time. */
  public static Vacancy of(BookState state, Fleet fleet, Span time) {
    return of(state, fleet, time, by -> true);
  }

  /**
   * Returns the vacancy, counting only the selected jobs and claims.
   *
   * @param counted whether the job or claim with an id counts
   */
  static Vacancy of(BookState state, Fleet fleet, Span time, Predicate<String> counted) {
    return new Vacancy(state, counted, fleet, time);
  }

  /** Returns the mutable vacant time of a node, owned by this object. */
  SlotList vacant(int node) {
    return known.computeIfAbsent(node, this::read);
  }

  private SlotList read(int node) {
    var vacant = new SlotList(List.of(time), 0);
    var name = fleet.name(node);
    long lead = market.leadTicks(name);
    for (var each : taken.of(name, time.end() + lead + SECOND)) {
      if (counted.test(each.by())) {
        vacant.subtract(excluded(name, each.span(), each.by().equals(TakenTime.SITE)));
      }
    }
    return vacant;
  }

  /**
   * Returns the time that no other window can use if a span is taken: a site holds whole seconds,
   * and also the lead before each window.
   */
  private Span excluded(String node, Span span, boolean isOfSite) {
    if (!market.confirms(node)) {
      return span;
    }
    long lead = market.leadTicks(node);
    if (isOfSite) {
      return new Span(floorSecond(span.start()), ceilSecond(span.end()) + lead);
    }
    long start = floorSecond(span.start() - lead);
    return new Span(start, Math.max(ceilSecond(span.end()), start + SHORTEST) + lead);
  }

  /** Returns the last whole second at or before a tick, or the first tick. */
  private long floorSecond(long tick) {
    return Math.max(0, ticks.floorSecond(tick));
  }

  private long ceilSecond(long tick) {
    return ticks.floorSecond(tick + SECOND - 1);
  }

  /** Returns the vacant spans of a node, in order. */
  public List<Span> spans(int node) {
    return vacant(node).spans();
  }

  /** Returns whether all of a window is vacant; its parts must be on nodes of the fleet. */
  boolean isFree(Window window) {
    return window.parts().stream().allMatch(part -> isFree(part.node(), part.span()));
  }

  boolean isFree(int node, Span span) {
    return span.start() >= time.start() && vacant(node).covers(extended(fleet.name(node), span));
  }

  /** Returns a span with the rest of the shortest hold, if a site has to hold it. */
  private Span extended(String node, Span span) {
    if (!market.confirms(node)) {
      return span;
    }
    long least = ticks.floorSecond(span.start() - market.leadTicks(node)) + SHORTEST;
    return new Span(span.start(), Math.max(span.end(), least));
  }

  /**
   * Returns the first tick, at or after {@code from}, at which a node is vacant for {@code
   * lengthTicks}.
   */
  OptionalLong earliest(int node, long from, long lengthTicks) {
    return vacant(node).earliestFit(from, lengthTicks);
  }

  /** Makes the time of a window vacant; only for windows that no site has to confirm. */
  void giveBack(Window window) {
    for (Part part : window.parts()) {
      vacant(part.node()).giveBack(part.span());
    }
  }

  /** Marks the time of a vacant window as taken. */
  void take(Window window) {
    for (Part part : window.parts()) {
      vacant(part.node()).subtract(excluded(fleet.name(part.node()), part.span(), false));
    }
  }

  /** Returns the slots for sale in a horizon, as a cycle would get them. */
  public SlotTable table(Pricing pricing, Span horizon, long now) {
    return table(pricing, horizon, now, List.of());
  }

  /** Returns the slots for sale in a horizon, together with slots that may become vacant. */
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
