package io.metasched.resource.search;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The scheme of the AEP family as published: an expanded window moves over the slots by start, and
 * after each slot that is added the best sub-window of m slots is looked for.
 *
 * <p>Source: the cyclic scheduling paper, section 3, algorithm 1. Pinned down where the paper is
 * open: ties of the start go by node; a slot that is itself too short is skipped without a look;
 * the expanded window is kept by (cost, node); improvement is strict.
 *
 * <p>Cost: O(p q) for p slots of which at most q are in the expanded window, plus what the
 * selection takes at each step.
 */
abstract class PublishedScheme implements WindowSearch {

  /** A slot of the expanded window, with what the request's part would take of it. */
  record Candidate(Slot slot, long lengthTicks, long costMilli) {
    int node() {
      return slot.node().id();
    }

    private boolean isBefore(Candidate other) {
      return costMilli < other.costMilli || (costMilli == other.costMilli && node() < other.node());
    }
  }

  /** What a step proposes: its slots and the value that is to be least. */
  record Proposal(List<Candidate> members, long value) {}

  /**
   * The sub-window to propose at a step, out of the expanded window in the order of cost, whose m
   * cheapest are within the limit.
   */
  abstract Proposal propose(List<Candidate> expanded, long start, WindowRequest request);

  /** Whether the first window found is the answer. */
  boolean stopsAtFirst() {
    return false;
  }

  @Override
  public SearchResult find(SlotTable slots, WindowRequest request) {
    var expanded = new ArrayList<Candidate>();
    Proposal best = null;
    long bestStart = 0;
    for (var slot : admitted(slots, request)) {
      long start = slot.span().start();
      expanded.removeIf(old -> old.slot().span().end() - start < old.lengthTicks());
      long length = request.lengthTicks(slot.node());
      if (slot.span().lengthTicks() < length) {
        continue;
      }
      insert(expanded, candidate(slot, start, length));
      if (!isAffordable(expanded, request)) {
        continue;
      }
      var proposal = propose(expanded, start, request);
      if (best == null || proposal.value() < best.value()) {
        best = proposal;
        bestStart = start;
        if (stopsAtFirst()) {
          break;
        }
      }
    }
    Optional<Window> window =
        best == null ? Optional.empty() : Optional.of(window(best.members(), bestStart));
    return new SearchResult(window, false);
  }

  /** The slots the request admits, cut to its times, by start, then node. */
  private static List<Slot> admitted(SlotTable slots, WindowRequest request) {
    var admitted = new ArrayList<Slot>(slots.size());
    for (int i = 0; i < slots.size(); i++) {
      var slot = slots.slot(i);
      long start = Math.max(slot.span().start(), request.earliestStart());
      long end = Math.min(slot.span().end(), request.deadline());
      if (start < end && request.admits(slot.node(), slot.priceMilli())) {
        admitted.add(new Slot(slot.node(), new Span(start, end), slot.priceMilli()));
      }
    }
    admitted.sort(Slot.BY_START); // the cut may have changed the order of ties
    return admitted;
  }

  private static Candidate candidate(Slot slot, long start, long length) {
    var part = Part.on(slot.node(), start, length, slot.priceMilli());
    return new Candidate(slot, length, part.costMilli());
  }

  private static void insert(List<Candidate> byCost, Candidate candidate) {
    int at = byCost.size();
    while (at > 0 && candidate.isBefore(byCost.get(at - 1))) {
      at--;
    }
    byCost.add(at, candidate);
  }

  private static boolean isAffordable(List<Candidate> byCost, WindowRequest request) {
    if (byCost.size() < request.nodes()) {
      return false;
    }
    return totalCost(byCost.subList(0, request.nodes())) <= request.costLimitMilli();
  }

  static long totalCost(List<Candidate> members) {
    long cost = 0;
    for (var member : members) {
      cost = Math.addExact(cost, member.costMilli());
    }
    return cost;
  }

  static long runtime(List<Candidate> members) {
    long runtime = 0;
    for (var member : members) {
      runtime = Math.max(runtime, member.lengthTicks());
    }
    return runtime;
  }

  /** The m cheapest of the expanded window. */
  static List<Candidate> cheapest(List<Candidate> expanded, WindowRequest request) {
    return List.copyOf(expanded.subList(0, request.nodes()));
  }

  private static Window window(List<Candidate> members, long start) {
    var parts = new ArrayList<Part>(members.size());
    for (var member : members) {
      var slot = member.slot();
      parts.add(Part.on(slot.node(), start, member.lengthTicks(), slot.priceMilli()));
    }
    return new Window(parts);
  }
}
