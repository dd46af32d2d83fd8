package io.metasched.service.plan;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.pricing.Pricing;
import io.metasched.resource.slots.SlotList;
import io.metasched.resource.slots.SlotTable;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * The time of all nodes that nobody has, by the book alone: what their owners would say, without
 * asking them. Confined to one thread.
 */
public final class Vacancy {
  private final Fleet fleet;
  private final Span time;
  private final List<SlotList> vacant = new ArrayList<>();

  private Vacancy(Fleet fleet, Span time) {
    this.fleet = fleet;
    this.time = time;
    for (int node = 0; node < fleet.nodes().size(); node++) {
      vacant.add(new SlotList(List.of(time), 0));
    }
  }

  /** What nobody has of a span of time. */
  public static Vacancy of(BookState state, Fleet fleet, Span time) {
    return of(state, fleet, time, job -> true, "");
  }

  /**
   * The same, as if some jobs had no window.
   *
   * @param counted the jobs that have theirs
   * @param taken the claim that takes nothing; empty for none
   */
  static Vacancy of(
      BookState state, Fleet fleet, Span time, Predicate<JobRecord> counted, String taken) {
    var vacancy = new Vacancy(fleet, time);
    for (var job : state.openJobs()) {
      if (!job.parts().isEmpty() && counted.test(job)) {
        for (var part : job.parts()) {
          if (!part.stage().isFinal()) {
            vacancy.subtract(part.node(), part.booked().span());
          }
        }
      }
    }
    for (var claim : state.market().openClaims()) {
      if (!claim.id().equals(taken)) {
        vacancy.subtract(claim.window(), claim.nodes());
      }
    }
    return vacancy;
  }

  private void subtract(String node, Span span) {
    fleet.number(node).ifPresent(number -> vacant.get(number).subtract(span));
  }

  private void subtract(Window window, List<String> nodes) {
    for (int i = 0; i < nodes.size(); i++) {
      subtract(nodes.get(i), window.parts().get(i).span());
    }
  }

  /** The vacant time of a node, in order. */
  public List<Span> spans(int node) {
    return vacant.get(node).spans();
  }

  /** Whether nobody has any of a window, whose parts are on nodes of the fleet. */
  boolean isFree(Window window) {
    return window.parts().stream().allMatch(part -> isFree(part.node(), part.span()));
  }

  boolean isFree(int node, Span span) {
    return span.start() >= time.start() && vacant.get(node).covers(span);
  }

  /** The first tick from {@code from} on at which a node is vacant for so long. */
  OptionalLong earliest(int node, long from, long lengthTicks) {
    return vacant.get(node).earliestFit(from, lengthTicks);
  }

  /** Nobody has a window any more that somebody had. */
  void giveBack(Window window) {
    for (Part part : window.parts()) {
      vacant.get(part.node()).giveBack(part.span());
    }
  }

  /** Somebody has a window now. */
  void take(Window window) {
    for (Part part : window.parts()) {
      vacant.get(part.node()).subtract(part.span());
    }
  }

  /** What is for sale of it in a horizon, as a cycle would see it. */
  public SlotTable table(Pricing pricing, Span horizon, long now) {
    return table(pricing, horizon, now, List.of());
  }

  /** The same, where it is known what may come back. */
  SlotTable table(Pricing pricing, Span horizon, long now, List<Slot> mayComeBack) {
    var slots = new ArrayList<Slot>();
    for (int node = 0; node < vacant.size(); node++) {
      for (var span : vacant.get(node).within(horizon)) {
        slots.addAll(pricing.offer(fleet.numbered().get(node), span, now));
      }
    }
    return new SlotTable(slots, mayComeBack);
  }
}
