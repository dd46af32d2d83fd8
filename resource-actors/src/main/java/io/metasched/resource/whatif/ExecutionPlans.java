package io.metasched.resource.whatif;

import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.ReservationRequest;
import java.util.Optional;

/**
 * The execution plans of one state of a cluster: as it is (ORG), with a request reserved at a start
 * (RSV), and with a request queued as an ordinary job (JOB).
 *
 * <p>Source: the what-if paper, section 4.2. Confined to one thread, which must not change the
 * state meanwhile; later changes of it do not show.
 */
public interface ExecutionPlans {

  /**
   * The plan with the request as a job.
   *
   * @param startTick when that job starts
   * @param plan of the other jobs
   */
  record JobPlan(long startTick, ExecutionPlan plan) {}

  /**
   * The plans of a state, re-used where jobs end at their limits and the local scheduler allows it.
   */
  static ExecutionPlans of(ProviderBook state, PlannedEnd ends, long nowTick) {
    return ends == PlannedEnd.LIMIT && state.backfillsByArrival()
        ? new IncrementalPlans(state, nowTick)
        : new PlansFromScratch(state, ends, nowTick);
  }

  /** The plans of a state to the limits. */
  static ExecutionPlans of(ProviderBook state, long nowTick) {
    return of(state, PlannedEnd.LIMIT, nowTick);
  }

  /** The same, each made from scratch, under any local scheduler. */
  static ExecutionPlans fromScratch(ProviderBook state, long nowTick) {
    return new PlansFromScratch(state, PlannedEnd.LIMIT, nowTick);
  }

  /** The plan of the jobs as they are. */
  ExecutionPlan original();

  /**
   * The plan beside a placeholder for a request.
   *
   * @param startTick now or later
   * @return empty where the placeholder cannot be reserved
   */
  Optional<ExecutionPlan> withReservation(ReservationRequest request, long startTick);

  /**
   * The plan with a job of the request's processors and duration behind all that wait.
   *
   * @throws IllegalArgumentException for more processors than there are
   */
  JobPlan withJob(ReservationRequest request);
}
