package io.metasched.resource.whatif;

import io.metasched.resource.provider.ReservationRequest;
import io.metasched.resource.provider.probe.AvailabilityMethod;
import io.metasched.resource.provider.probe.CandidateSlot;
import io.metasched.resource.provider.probe.CandidateStarts;
import io.metasched.resource.provider.probe.ClusterState;
import io.metasched.resource.provider.probe.ExecutionPlan;
import io.metasched.resource.provider.probe.PlannedEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Method {@code what-if}: the availability of a start is the weighted quality of the execution plan
 * with a placeholder at this start. The start that the request would get as an ordinary job is an
 * additional candidate if it is in the window.
 *
 * <p>Availability = sum over the metrics of weight x least value of all plans / value of this plan;
 * 0 if the placeholder cannot be reserved. The plan with the job is one of all plans even if its
 * start is outside the window.
 *
 * <p>Source: the what-if paper, section 4.2, formula (4). Cost: the plans of {@link
 * io.metasched.resource.provider.probe.ExecutionPlans}.
 */
public final class WhatIfAvailability implements AvailabilityMethod {
  private final MetricWeights weights;
  private final PlannedEnd ends;

  public WhatIfAvailability(MetricWeights weights, PlannedEnd ends) {
    this.weights = weights;
    this.ends = ends;
  }

  @Override
  public PlannedEnd ends() {
    return ends;
  }

  @Override
  public List<CandidateSlot> rate(ReservationRequest request, long[] starts, ClusterState state) {
    var plans = state.plans(ends);
    var job = plans.withJob(request);
    var rated = withJobStart(starts, job.startTick(), request, state.nowTick());
    var compared = new ArrayList<ExecutionPlan>();
    compared.add(job.plan());
    var indices = new int[rated.length]; // index of a start's plan in the compared plans; 0: none
    for (int i = 0; i < rated.length; i++) {
      var plan = plans.withReservation(request, rated[i]);
      if (plan.isPresent()) {
        indices[i] = compared.size();
        compared.add(plan.get());
      }
    }
    var availabilities = weights.availabilities(compared);
    var slots = new ArrayList<CandidateSlot>();
    for (int i = 0; i < rated.length; i++) {
      int index = indices[i];
      slots.add(
          index == 0
              ? CandidateSlot.withoutPlan(rated[i], false)
              : new CandidateSlot(
                  rated[i], availabilities[index], Optional.of(compared.get(index))));
    }
    return slots;
  }

  private static long[] withJobStart(
      long[] starts, long jobStart, ReservationRequest request, long now) {
    boolean isInWindow =
        CandidateStarts.first(request, now) <= jobStart
            && jobStart <= CandidateStarts.last(request);
    return isInWindow
        ? LongStream.concat(LongStream.of(starts), LongStream.of(jobStart))
            .sorted()
            .distinct()
            .toArray()
        : starts;
  }
}
