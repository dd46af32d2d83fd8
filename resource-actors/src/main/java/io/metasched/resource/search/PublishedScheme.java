package io.metasched.resource.search;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Scheme of the AEP family as published: an expanded window moves over the slots by start, and
 * after each added slot, the best sub-window of m slots is searched for.
 *
 * <p>Source: the cyclic scheduling paper, section 3, algorithm 1. Decided here, because the paper
 * leaves it open: slots with equal starts are ordered by node; a slot that is too short is skipped
 * without a search; the expanded window is ordered by (cost, node); only a strictly better window
 * replaces the best one.
 *
 * <p>Cost: O(p q) for p slots, at most q of which are in the expanded window, plus the selection at
 * each step.
 */
abstract class PublishedScheme implements WindowSearch {

  /** Slot of the expanded window, with the length and cost of the request's part on it. */
  record Candidate(Node node, long end, long priceMilli, long lengthTicks, long costMilli) {

    boolean isBefore(Candidate other) {
      return costMilli < other.costMilli
          || (costMilli == other.costMilli && node.id() < other.node.id());
    }
  }

  /** Proposed window of a step: the slots, and the value to minimize. */
  record Proposal(List<Candidate> members, long value) {}

  /**
   * Returns the sub-window to propose at a step. The expanded window is in the order of cost, and
   * its m cheapest slots must be within the limit.
   */
  abstract Proposal propose(List<Candidate> expanded, long start, WindowRequest request);

  /** Returns whether the first window found is the answer. */
  boolean stopsAtFirst() {
    return false;
  }

  @Override
  public SearchResult find(SlotTable slots, WindowRequest request) {
    var expanded = new ExpandedWindow(request);
    Proposal best = null;
    long bestStart = 0;
    for (int i : inOrder(slots, request)) {
      long start = Math.max(slots.start(i), request.earliestStart());
      var next = candidate(slots, i, start, request);
      if (next == null || !expanded.add(next, start)) {
        continue;
      }
      var proposal = propose(expanded.byCost(), start, request);
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

  /**
   * Returns the slots' indices by start, then node. This is the order of the table, except that
   * slots that begin before the request's earliest start count as beginning with it.
   */
  static int[] inOrder(SlotTable slots, WindowRequest request) {
    var order = new int[slots.size()];
    int early = 0;
    while (early < order.length && slots.start(early) <= request.earliestStart()) {
      early++;
    }
    var byNode = new long[early];
    for (int i = 0; i < early; i++) {
      byNode[i] = (long) slots.offer(i) << Integer.SIZE | i; // offers are numbered by node
    }
    Arrays.sort(byNode);
    for (int i = 0; i < order.length; i++) {
      order[i] = i < early ? (int) byNode[i] : i;
    }
    return order;
  }

  /**
   * Returns a slot limited to the request's times, or null if the slot does not serve the request.
   */
  static @Nullable Candidate candidate(
      SlotTable slots, int index, long start, WindowRequest request) {
    long end = Math.min(slots.end(index), request.deadline());
    var node = slots.offers().node(slots.offer(index));
    long price = slots.offers().priceMilli(slots.offer(index));
    long length = request.lengthTicks(node);
    if (end - start < length || !request.admits(node, price)) {
      return null;
    }
    return new Candidate(node, end, price, length, Ticks.costMilli(price, length));
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

  /** Returns the m cheapest slots of the expanded window. */
  static List<Candidate> cheapest(List<Candidate> expanded, WindowRequest request) {
    return List.copyOf(expanded.subList(0, request.nodes()));
  }

  static Window window(List<Candidate> members, long start) {
    var parts = new ArrayList<Part>(members.size());
    for (var member : members) {
      parts.add(Part.on(member.node(), start, member.lengthTicks(), member.priceMilli()));
    }
    return new Window(parts);
  }
}
