package io.metasched.resource.provider.probe;

import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Plans that resume from the original plan, which is made once. A placeholder changes nothing
 * before the first event at which the running jobs, the reservations and the promise to the first
 * job leave no room for it.
 *
 * <p>Reason: up to that event, each started job, and the first job at its promised start, fits in
 * addition to the placeholder. A job that does not start without the placeholder does not start
 * with it either, because the placeholder only takes processors. The local scheduler therefore
 * makes the same decisions. A conflict with the placeholder persists at all later events, so the
 * last checkpoint before that event is found by bisection. If the whole plan leaves room, the plan
 * stays unchanged. For the same reason, the request as the last job of the queue changes nothing
 * before it starts; after its start, it acts like a placeholder at that start.
 *
 * <p>This holds if the local scheduler {@linkplain ProviderBook#backfillsByArrival backfills by
 * arrival}. The method is an addition; the what-if paper makes a new plan for each start.
 *
 * <p>Cost: for the original plan, one run and some checkpoints. For a placeholder, O(log n), and a
 * run from the checkpoint on if it changes the plan. For a job, in addition, a pass over the events
 * before its start.
 */
final class IncrementalPlans implements ExecutionPlans {
  private final ProviderBook state;
  private final OriginalPlan original;

  /** Makes the original plan; the state must backfill by arrival. */
  IncrementalPlans(ProviderBook state, long nowTick) {
    this.state = state.copy();
    original = new OriginalPlan(this.state, nowTick);
  }

  @Override
  public ExecutionPlan original() {
    return original.plan();
  }

  @Override
  public Optional<ExecutionPlan> withReservation(ReservationRequest request, long startTick) {
    var fixed = request.at(startTick);
    var offer = state.offer(fixed, original.nowTick());
    if (offer.isEmpty() || offer.get().startTick() != startTick) {
      return Optional.empty();
    }
    var placeholder = new Reservation(fixed, startTick);
    var reservations = new ArrayList<>(state.reservations());
    reservations.add(placeholder);
    var starts = original.leavesRoom(placeholder) ? original.plan() : changed(placeholder);
    return Optional.of(starts.beside(reservations));
  }

  private ExecutionPlan changed(Reservation placeholder) {
    var run = original.resumedWith(placeholder);
    run.finish();
    return new ExecutionPlan(
        original.nowTick(), PlannedEnd.LIMIT, state.processors(), run.log(), List.of());
  }

  @Override
  public JobPlan withJob(ReservationRequest request) {
    if (request.processors() > state.processors()) {
      throw new IllegalArgumentException(
          "a job of %d processors cannot run on %d"
              .formatted(request.processors(), state.processors()));
    }
    long start = original.startOfLastJob(request.processors(), request.durationTicks());
    return new JobPlan(start, withReservation(request, start).orElseThrow());
  }
}
