package io.metasched.resource.search;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.search.PublishedScheme.Candidate;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * CSA: search for many alternatives with disjoint slots by repeated first fit, and choice of the
 * best by a criterion.
 *
 * <p>Source: the cyclic scheduling paper, section 6.1, strategy 6 (Common Stats, AMP).
 */
public final class CommonStats {
  private CommonStats() {}

  /**
   * Returns all alternatives, in the order found; the table is not changed.
   *
   * <p>They equal the result of {@link #repeated} with first fit, but one sweep finds them. No
   * further window begins before the slot at which a window was found: the search found no
   * affordable window there, and now less time is vacant. A repeated search would therefore reach
   * this slot with the same expanded window, except for the chosen parts. The remaining time of a
   * slot after a part is read when the sweep reaches its start.
   */
  public static List<Window> alternatives(SlotTable slots, WindowRequest request) {
    var alternatives = new ArrayList<Window>();
    var expanded = new ExpandedWindow(request);
    var listed = freeParts(slots, request);
    var rests = new PriorityQueue<FreePart>(FreePart.BY_START);
    int read = 0;
    while (read < listed.size() || !rests.isEmpty()) {
      boolean restIsNext =
          read == listed.size()
              || (!rests.isEmpty()
                  && FreePart.BY_START.compare(rests.element(), listed.get(read)) < 0);
      var next = restIsNext ? rests.remove() : listed.get(read++);
      long start = next.start();
      if (expanded.add(next.candidate(), start)) {
        var chosen = expanded.byCost().subList(0, request.nodes());
        alternatives.add(PublishedScheme.window(chosen, start));
        for (var member : chosen) {
          long from = start + member.lengthTicks();
          if (member.end() - from >= member.lengthTicks()) {
            rests.add(new FreePart(member, from));
          }
        }
        chosen.clear();
      }
    }
    return alternatives;
  }

  /** Part of a slot that is vacant for long enough from a start on. */
  private record FreePart(Candidate candidate, long start) {
    static final Comparator<FreePart> BY_START =
        Comparator.comparingLong(FreePart::start).thenComparingInt(v -> v.candidate().node().id());
  }

  private static List<FreePart> freeParts(SlotTable slots, WindowRequest request) {
    var freeParts = new ArrayList<FreePart>(slots.size());
    for (int i : PublishedScheme.inOrder(slots, request)) {
      long start = Math.max(slots.start(i), request.earliestStart());
      var candidate = PublishedScheme.candidate(slots, i, start, request);
      if (candidate != null) {
        freeParts.add(new FreePart(candidate, start));
      }
    }
    return freeParts;
  }

  /**
   * Returns the windows of a search that is repeated from the beginning of the list until it finds
   * none. Each window is taken from a copy of the table. With first fit, this is CSA exactly as
   * published.
   */
  public static List<Window> repeated(WindowSearch search, SlotTable slots, WindowRequest request) {
    var left = slots.copy();
    var found = new ArrayList<Window>();
    var next = search.find(left, request).window();
    while (next.isPresent()) {
      found.add(next.get());
      left.subtract(next.get());
      next = search.find(left, request).window();
    }
    return found;
  }

  /** Returns the best alternative by the criterion; of equal ones, the first found. */
  public static Optional<Window> best(List<Window> alternatives, Criterion criterion) {
    Window best = null;
    for (var window : alternatives) {
      if (best == null || window.value(criterion) < best.value(criterion)) {
        best = window;
      }
    }
    return Optional.ofNullable(best);
  }
}
