package io.metasched.resource.search;

import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.search.PublishedScheme.Candidate;
import java.util.ArrayList;
import java.util.List;

/**
 * Expanded window of the AEP scheme: the slots that are vacant for long enough at its current
 * start, in the order of cost, then node.
 */
final class ExpandedWindow {
  private final WindowRequest request;
  private final List<Candidate> byCost = new ArrayList<>();
  private long lastStart = Long.MIN_VALUE;

  ExpandedWindow(WindowRequest request) {
    this.request = request;
  }

  /** Returns the slots of the window; a caller that uses some of them removes them. */
  List<Candidate> byCost() {
    return byCost;
  }

  /**
   * Advances to the start of a slot, which must not be earlier than the current start, and adds the
   * slot.
   *
   * @return whether the m cheapest slots are now within the limit
   */
  boolean add(Candidate candidate, long start) {
    if (start > lastStart) {
      byCost.removeIf(old -> old.end() - start < old.lengthTicks());
      lastStart = start;
    }
    int at = byCost.size();
    while (at > 0 && candidate.isBefore(byCost.get(at - 1))) {
      at--;
    }
    byCost.add(at, candidate);
    return isAffordable();
  }

  private boolean isAffordable() {
    if (byCost.size() < request.nodes()) {
      return false;
    }
    long cost = 0;
    for (int i = 0; i < request.nodes(); i++) {
      cost = Math.addExact(cost, byCost.get(i).costMilli());
    }
    return cost <= request.costLimitMilli();
  }
}
