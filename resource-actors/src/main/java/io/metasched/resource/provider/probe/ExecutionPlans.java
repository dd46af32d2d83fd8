package io.metasched.resource.provider.probe;

import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.ReservationRequest;
import java.util.Optional;

/**
 * Execution plans of one state of a cluster: without a request (ORG), with a request reserved at a
 * start (RSV), and with a request queued as an ordinary job (JOB).
 *
 * <p>Source: the what-if paper, section 4.2. Confined to one thread, which must not change the
 * state during a call; later changes of the state are not visible.
 */
public interface ExecutionPlans {

  /**
   * Plan with the request as a job.
   *
   * @param startTick start of that job
   * @param plan plan of the other jobs
   */
  record JobPlan(long startTick, ExecutionPlan plan) {}

  /**
   * Creates the plans of a state. They are made incrementally if jobs end at their limits and the
   * local scheduler allows this.
   */
  static ExecutionPlans of(ProviderBook state, PlannedEnd ends, long nowTick) {
    return ends == PlannedEnd.LIMIT && state.backfillsByArrival()
        ? new IncrementalPlans(state, nowTick)
        : new PlansFromScratch(state, ends, nowTick);
  }

  /** Creates the plans of a state with ends at the limits. */
  static ExecutionPlans of(ProviderBook state, long nowTick) {
    return of(state, PlannedEnd.LIMIT, nowTick);
  }

  /** Creates plans with ends at the limits, each made from scratch, under any local scheduler. */
  static ExecutionPlans fromScratch(ProviderBook state, long nowTick) {
    return new PlansFromScratch(state, PlannedEnd.LIMIT, nowTick);
  }

  /** Returns the plan of the jobs without a request. */
  ExecutionPlan original();

  /**
   * Returns the plan around a placeholder for a request.
   *
   * @param startTick now or later
   * @return empty if the placeholder cannot be reserved
   */
  Optional<ExecutionPlan> withReservation(ReservationRequest request, long startTick);

  /**
   * Returns the plan with a job that has the request's processors and duration and is queued after
   * all waiting jobs.
   *
   * @throws IllegalArgumentException for more processors than the cluster has
   */
  JobPlan withJob(ReservationRequest request);
}
