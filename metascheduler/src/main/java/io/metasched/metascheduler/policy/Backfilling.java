package io.metasched.metascheduler.policy;

import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.cycle.Plan;
import io.metasched.metascheduler.cycle.ReplanSnapshot;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Move;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.search.SearchFamily;
import io.metasched.resource.search.SearchOutcomes;
import io.metasched.resource.search.SearchResult;
import io.metasched.resource.slots.SlotView;
import java.util.ArrayList;
import java.util.List;

/**
 * Conservative backfilling on windows.
 *
 * <p>Each job in queue order is promised its earliest window in the slots that the earlier jobs
 * leave. A later job may start before an earlier one, but never delays it. When time is freed, each
 * job that has not begun is moved, in queue order, to an earlier window if there is one. No job
 * ever starts later than promised. {@link EarlierWindows} moves the jobs with fewer searches.
 *
 * <p>Source: the cyclic scheduling paper, sections 2.2, 4 and 7.2. Departure: a job without an
 * earlier window keeps its window, whereas replanning from scratch could delay it.
 *
 * <p>Cost: one earliest-start search per job, and one per booked job that has not begun each time
 * that time is freed.
 */
public final class Backfilling implements SchedulingPolicy {
  private final SearchFamily search;

  Backfilling(SearchFamily search) {
    this.search = search;
  }

  @Override
  public Plan plan(CycleSnapshot snapshot) {
    return new Plan(schedule(snapshot, snapshot.queue(), snapshot.slots().copy()));
  }

  /** Decides on the jobs and takes their windows from {@code slots}. */
  List<Decision> schedule(CycleSnapshot snapshot, List<Job> jobs, SlotView slots) {
    var prepared = search.prepared();
    var outcomes = new SearchOutcomes(slots.greatestPerformance());
    var decisions = new ArrayList<Decision>(jobs.size());
    for (var job : jobs) {
      var request = job.request(snapshot.horizon(), snapshot.granularityTicks());
      var found =
          outcomes.isHopeless(request)
              ? SearchResult.none()
              : prepared.find(slots, request, Criterion.START);
      if (found.window().isPresent()) {
        slots.subtract(found.window().get());
        decisions.add(new Decision.Place(job.id(), found.window().get(), 1, true, found.proven()));
      } else {
        if (search.provesNone(Criterion.START)) {
          outcomes.foundNone(request);
        }
        decisions.add(new Decision.Postpone(job.id(), PostponeReason.NO_ALTERNATIVE, 0));
      }
    }
    return decisions;
  }

  @Override
  public boolean replans() {
    return true;
  }

  @Override
  public Replanning replanning() {
    return new EarlierWindows(search, this);
  }

  @Override
  public List<Move> replan(ReplanSnapshot snapshot) {
    var prepared = search.prepared();
    var slots = snapshot.slots().copy();
    var moves = new ArrayList<Move>();
    for (var promised : snapshot.promised()) {
      slots.giveBack(promised.ownSlots());
      var request = promised.job().request(snapshot.horizon(), snapshot.granularityTicks());
      var found = prepared.find(slots, request, Criterion.START).window();
      if (found.isPresent() && found.get().start() < promised.window().start()) {
        moves.add(new Move(promised.job(), promised.window(), found.get()));
        slots.subtract(found.get());
      } else {
        slots.subtract(promised.window());
      }
    }
    return moves;
  }
}
