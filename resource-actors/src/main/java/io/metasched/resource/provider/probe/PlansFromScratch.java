package io.metasched.resource.provider.probe;

import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Plans that are each made by a separate run from the current state. Cost: one run for each plan;
 * the original plan counts once for each request.
 */
final class PlansFromScratch implements ExecutionPlans {
  /**
   * Number of the request's job, greater than the numbers of all other jobs that are submitted now.
   */
  private static final int LAST = Integer.MAX_VALUE;

  private final ProviderBook state;
  private final PlannedEnd ends;
  private final long nowTick;

  PlansFromScratch(ProviderBook state, PlannedEnd ends, long nowTick) {
    this.state = state.copy();
    this.ends = ends;
    this.nowTick = nowTick;
  }

  @Override
  public ExecutionPlan original() {
    return finished(new PlanRun(state, ends, nowTick)).beside(state.reservations());
  }

  @Override
  public Optional<ExecutionPlan> withReservation(ReservationRequest request, long startTick) {
    var run = new PlanRun(state, ends, nowTick);
    return run.reserve(request.at(startTick))
        ? Optional.of(finished(run).beside(with(request, startTick)))
        : Optional.empty();
  }

  @Override
  public JobPlan withJob(ReservationRequest request) {
    var run = new PlanRun(state, ends, nowTick);
    run.book().submit(new BatchJob(LAST, nowTick, request.processors(), request.durationTicks()));
    var all = finished(run);
    var others = new StartLog();
    long start = nowTick;
    for (int i = 0; i < all.size(); i++) {
      if (all.job(i).number() == LAST) {
        start = all.startTick(i);
      } else {
        others.add(all.job(i), all.startTick(i));
      }
    }
    var plan = new ExecutionPlan(nowTick, ends, state.processors(), others, with(request, start));
    return new JobPlan(start, plan);
  }

  private ExecutionPlan finished(PlanRun run) {
    run.pass();
    run.finish();
    return new ExecutionPlan(nowTick, ends, state.processors(), run.log(), List.of());
  }

  private List<Reservation> with(ReservationRequest request, long start) {
    var all = new ArrayList<>(state.reservations());
    all.add(PlanRun.placeholder(request, start));
    return all;
  }
}
