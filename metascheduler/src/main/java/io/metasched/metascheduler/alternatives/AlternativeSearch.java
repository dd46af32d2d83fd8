package io.metasched.metascheduler.alternatives;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.search.PreparedSearch;
import io.metasched.resource.search.SearchFamily;
import io.metasched.resource.slots.SlotView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Gathers alternatives for the jobs of a batch, disjoint in their slots.
 *
 * <p>In passes over the jobs in priority order, each job gets one more alternative by its
 * criterion, whose parts are taken from the slots. A job that finds none, or has as many as the cap
 * allows, is done; the search ends when all are.
 *
 * <p>Source: the cyclic scheduling paper, sections 2.3 and 3. Departure: the cap, which the paper
 * leaves open (docs/sources.md).
 */
public final class AlternativeSearch {
  private final SearchFamily search;
  private final int cap;

  /**
   * @param cap most alternatives per job, at least 1
   */
  public AlternativeSearch(SearchFamily search, int cap) {
    if (cap < 1) {
      throw new IllegalArgumentException("the cap must be at least 1, but is " + cap);
    }
    this.search = search;
    this.cap = cap;
  }

  /**
   * The alternatives of each job, in the order found; the table stays as it is.
   *
   * @param criterionOf what each job's alternatives are to be least in
   */
  public List<List<Alternative>> gather(
      SlotView slots,
      List<Job> jobs,
      Span horizon,
      long granularityTicks,
      Function<Job, Criterion> criterionOf) {
    var prepared = search.prepared();
    var left = slots.copy();
    var found = new ArrayList<List<Alternative>>();
    var live = new ArrayList<Gathering>();
    for (var job : jobs) {
      var gathering = new Gathering(criterionOf.apply(job), job.request(horizon, granularityTicks));
      found.add(gathering.alternatives);
      live.add(gathering);
    }
    while (!live.isEmpty()) {
      live.removeIf(gathering -> !gathering.addOne(left, prepared));
    }
    return found;
  }

  private final class Gathering {
    private final Criterion criterion;
    private final List<Alternative> alternatives = new ArrayList<>();
    private WindowRequest request;

    Gathering(Criterion criterion, WindowRequest request) {
      this.criterion = criterion;
      this.request = request;
    }

    /** Adds an alternative; false where the job is done. */
    boolean addOne(SlotView left, PreparedSearch prepared) {
      if (alternatives.size() >= cap) {
        return false;
      }
      var found = prepared.find(left, request, criterion);
      if (found.window().isEmpty()) {
        return false;
      }
      var window = found.window().get();
      alternatives.add(new Alternative(window, found.proven()));
      left.subtract(window);
      if (prepared.resumes(criterion)) {
        request = request.notBefore(window.start());
      }
      return true;
    }
  }
}
