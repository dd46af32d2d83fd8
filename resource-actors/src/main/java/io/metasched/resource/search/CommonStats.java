package io.metasched.resource.search;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * CSA: many alternatives by repeated first fit, disjoint in their slots, of which a criterion takes
 * the best.
 *
 * <p>Source: the cyclic scheduling paper, section 6.1, strategy 6 (Common Stats, AMP).
 */
public final class CommonStats {
  private CommonStats() {}

  /** All alternatives, in the order found; the table stays as it is. */
  public static List<Window> alternatives(SlotTable slots, WindowRequest request) {
    return alternatives(new PublishedFirstFit(), slots, request);
  }

  /** The same by repeating another search. */
  public static List<Window> alternatives(
      WindowSearch search, SlotTable slots, WindowRequest request) {
    var left = slots.copy();
    var alternatives = new ArrayList<Window>();
    var found = search.find(left, request).window();
    while (found.isPresent()) {
      alternatives.add(found.get());
      left.subtract(found.get());
      found = search.find(left, request).window();
    }
    return alternatives;
  }

  /** The alternative that is best by the criterion, the first found of equals. */
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
