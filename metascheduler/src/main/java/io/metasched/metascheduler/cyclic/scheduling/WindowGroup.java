package io.metasched.metascheduler.cyclic.scheduling;

import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.cyclic.flow.JobFlow;
import io.metasched.metascheduler.cyclic.scheduling.BookingProcess.BookWindow;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Windows of a plan that can be booked in any order with the same result. */
final class WindowGroup {
  private final VoScheduler scheduler;
  private final JobFlow flow;
  private final Decision.Place first;
  private final List<BookWindow> windows = new ArrayList<>();
  private final TreeMap<Integer, List<Span>> taken = new TreeMap<>(); // by node
  private final TreeMap<Integer, Long> costs =
      new TreeMap<>(); // costs of all windows except the first, by user
  private int parts;

  /**
   * @param first the first window, for which money is already reserved
   */
  WindowGroup(Decision.Place first, VoScheduler scheduler) {
    this.scheduler = scheduler;
    flow = scheduler.flow();
    this.first = first;
    add(first);
  }

  /** Returns the windows, in the order in which they were added. */
  List<BookWindow> windows() {
    return windows;
  }

  /**
   * Returns whether the user could pay for a window if no other window of the group were booked.
   */
  boolean mayBePaid(Decision.Place place) {
    long back = user(place) == user(first) ? first.window().costMilli() : 0;
    return flow.canPay(flow.job(place.job()).job(), place.window().costMilli(), back);
  }

  /**
   * Adds a window, unless it exceeds the limit of parts, overlaps another window, the user might be
   * unable to pay for it, or a predecessor of the job has no window yet.
   *
   * @return whether the window was added
   */
  boolean take(Decision.Place place, int mostParts) {
    var window = place.window();
    int user = user(place);
    long before = costs.getOrDefault(user, 0L);
    boolean fits =
        parts + window.parts().size() <= mostParts
            && !overlaps(window)
            && !scheduler.lacksPredecessor(place.job())
            && flow.canPay(flow.job(place.job()).job(), window.costMilli(), -before);
    if (fits) {
      add(place);
      costs.put(user, Math.addExact(before, window.costMilli()));
    }
    return fits;
  }

  private void add(Decision.Place place) {
    windows.add(new BookWindow(place.job(), place.window()));
    parts += place.window().parts().size();
    for (var part : place.window().parts()) {
      taken.computeIfAbsent(part.node(), n -> new ArrayList<>()).add(part.span());
    }
  }

  private boolean overlaps(Window window) {
    return window.parts().stream().anyMatch(this::overlaps);
  }

  private boolean overlaps(Part part) {
    return taken.getOrDefault(part.node(), List.of()).stream().anyMatch(part.span()::overlaps);
  }

  private int user(Decision.Place place) {
    return flow.job(place.job()).job().user();
  }
}
