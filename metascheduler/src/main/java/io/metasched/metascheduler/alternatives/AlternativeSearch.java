package io.metasched.metascheduler.alternatives;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.search.RepeatedSearch;
import io.metasched.resource.search.SearchFamily;
import io.metasched.resource.search.SearchOutcomes;
import io.metasched.resource.slots.SlotView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Search for alternatives of the jobs of a batch, disjoint in their slots.
 *
 * <p>In each pass over the jobs, in priority order, each job gets one more alternative by its
 * criterion; the parts of the alternative are taken from the slots. A job is done when its search
 * finds no alternative, or when it has the number that the cap allows. The search ends when all
 * jobs are done. Time is never given back, so a job is done without a search if an easier request
 * has found no alternative.
 *
 * <p>Source: the cyclic scheduling paper, sections 2.3 and 3. Departure: the cap, which the paper
 * leaves open (docs/sources.md).
 */
public final class AlternativeSearch {
  private final SearchFamily search;
  private final int cap;

  /**
   * @param cap maximum number of alternatives per job, at least 1
   */
  public AlternativeSearch(SearchFamily search, int cap) {
    if (cap < 1) {
      throw new IllegalArgumentException("the cap must be at least 1, but is " + cap);
    }
    this.search = search;
    this.cap = cap;
  }

  /**
   * Returns the alternatives of each job, in the order found; the slots are not changed.
   *
   * @param criterionOf criterion to minimize for each job's alternatives
   */
  public List<List<Alternative>> gather(
      SlotView slots,
      List<Job> jobs,
      Span horizon,
      long granularityTicks,
      Function<Job, Criterion> criterionOf) {
    var prepared = search.prepared();
    var left = slots.copy();
    var outcomes = new SearchOutcomes(slots.greatestPerformance());
    var found = new ArrayList<List<Alternative>>();
    var live = new ArrayList<Candidates>();
    for (var job : jobs) {
      var request = job.request(horizon, granularityTicks);
      var criterion = criterionOf.apply(job);
      var repeated = prepared.repeated(request, criterion);
      var candidates = new Candidates(request, repeated, search.provesNone(criterion));
      found.add(candidates.alternatives);
      live.add(candidates);
    }
    while (!live.isEmpty()) {
      live.removeIf(candidates -> !candidates.addOne(left, outcomes));
    }
    return found;
  }

  private final class Candidates {
    private final WindowRequest request;
    private final RepeatedSearch search;
    private final boolean provesNone;
    private final List<Alternative> alternatives = new ArrayList<>();

    Candidates(WindowRequest request, RepeatedSearch search, boolean provesNone) {
      this.request = request;
      this.search = search;
      this.provesNone = provesNone;
    }

    /** Adds an alternative for the job; returns false if the job is done. */
    boolean addOne(SlotView left, SearchOutcomes outcomes) {
      if (alternatives.size() >= cap || outcomes.isHopeless(request)) {
        return false;
      }
      var found = search.next(left);
      if (found.window().isEmpty()) {
        if (provesNone) {
          outcomes.foundNone(request);
        }
        return false;
      }
      var window = found.window().get();
      alternatives.add(new Alternative(window, found.proven()));
      left.subtract(window);
      return true;
    }
  }
}
