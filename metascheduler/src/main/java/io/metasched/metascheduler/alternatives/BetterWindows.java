package io.metasched.metascheduler.alternatives;

import io.metasched.metascheduler.cycle.ReplanSnapshot.Promised;
import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.search.PreparedSearch;
import io.metasched.resource.search.RepeatedSearch;
import io.metasched.resource.search.SearchFamily;
import io.metasched.resource.slots.SlotView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Search for windows that are no worse for booked jobs than their bookings: the windows start no
 * later, end no later and cost no more.
 *
 * <p>As in {@link AlternativeSearch}, each job gets one more window by its criterion in each pass,
 * up to the cap. The search for a job covers the vacant time and the job's own booked time, which
 * no other job may use. The windows of different jobs are therefore disjoint, from each other and
 * from the booked windows of other jobs. Whichever windows are chosen, each job can move or stay.
 *
 * <p>The searches have a latest end and a maximum cost, but no latest start. If the best window by
 * the job's criterion starts too late, the job continues with the earliest windows.
 */
public final class BetterWindows {
  private final SearchFamily search;
  private final int cap;

  /**
   * @param cap maximum number of windows per job, at least 1
   */
  public BetterWindows(SearchFamily search, int cap) {
    this.search = search;
    this.cap = cap;
  }

  /**
   * Returns the windows of each job, in the order found; the slots are not changed.
   *
   * @param slots the vacant slots, without the jobs' own windows
   * @param criterionOf criterion to minimize for each job's windows
   */
  public List<List<Window>> gather(
      SlotView slots,
      List<Promised> jobs,
      Span horizon,
      long granularityTicks,
      Function<Job, Criterion> criterionOf) {
    var prepared = search.prepared();
    var left = slots.copy();
    var found = new ArrayList<List<Window>>();
    var live = new ArrayList<Candidates>();
    for (var promised : jobs) {
      var request =
          promised
              .job()
              .request(horizon, granularityTicks)
              .between(horizon.start(), promised.window().finish())
              .withCostLimit(promised.window().costMilli());
      var candidates =
          new Candidates(promised, criterionOf.apply(promised.job()), request, prepared);
      found.add(candidates.windows);
      live.add(candidates);
    }
    while (!live.isEmpty()) {
      live.removeIf(candidates -> !candidates.addOne(left, prepared));
    }
    return found;
  }

  private final class Candidates {
    private final Promised promised;
    private final List<Window> windows = new ArrayList<>();
    private final List<Window> takenOfOwn = new ArrayList<>();
    private final WindowRequest request;
    private Criterion criterion;
    private RepeatedSearch search;

    Candidates(
        Promised promised, Criterion criterion, WindowRequest request, PreparedSearch prepared) {
      this.promised = promised;
      this.request = request;
      this.criterion = criterion;
      search = prepared.repeated(request, criterion);
    }

    /** Adds a window for the job; returns false if the job is done. */
    boolean addOne(SlotView left, PreparedSearch prepared) {
      if (windows.size() >= cap) {
        return false;
      }
      var view = left.copy();
      view.giveBack(promised.ownSlots());
      takenOfOwn.forEach(view::subtract);
      var found = search.next(view).window();
      if (found.isPresent() && !isAllowed(found.get()) && criterion != Criterion.START) {
        criterion = Criterion.START;
        search = prepared.repeated(request, criterion);
        found = search.next(view).window();
      }
      if (found.isEmpty() || !isAllowed(found.get())) {
        return false;
      }
      take(found.get(), left);
      return true;
    }

    private boolean isAllowed(Window window) {
      return window.isNoWorseThan(promised.window());
    }

    /**
     * Takes a window, divided into the parts in the job's own time and the parts in time that other
     * jobs may use. A part on a node of the job's current window is as long as the current part and
     * ends no later. Therefore, each of the two divisions has one start.
     */
    private void take(Window window, SlotView left) {
      windows.add(window);
      long ownStart = promised.window().start();
      var inOwn = new ArrayList<Part>();
      var inOthers = new ArrayList<Part>();
      for (var part : window.parts()) {
        long end = part.span().end();
        long cut = promised.window().takes(part.node()) ? Math.min(ownStart, end) : end;
        if (part.span().start() < cut) {
          inOthers.add(piece(part, part.span().start(), cut));
        }
        if (cut < end) {
          inOwn.add(piece(part, cut, end));
        }
      }
      if (!inOthers.isEmpty()) {
        left.subtract(new Window(inOthers));
      }
      if (!inOwn.isEmpty()) {
        takenOfOwn.add(new Window(inOwn));
      }
    }

    private static Part piece(Part part, long start, long end) {
      return new Part(part.node(), new Span(start, end), part.priceMilli(), 0, 0);
    }
  }
}
