package io.metasched.simulation.system.whatif.experiment;

import io.metasched.simulation.system.whatif.rows.ProbeRow;
import io.metasched.simulation.system.whatif.rows.RequestRow;
import io.metasched.simulation.system.whatif.rows.SlotRow;
import io.metasched.simulation.system.whatif.rows.WhatIfJobRow;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Significance of plans for the place of a reservation, for a run on one cluster.
 *
 * @param plans number of plans with a reservation
 * @param equalPlans number of plans in which each job starts at the same time as without the
 *     reservation
 * @param queuedPlans number of plans that were made while jobs waited
 * @param equalQueuedPlans number of plans that are both equal and queued
 * @param granted number of granted requests
 * @param later number of requests that were not granted the first start that could be reserved
 */
record PlanShares(
    long plans,
    long equalPlans,
    long queuedPlans,
    long equalQueuedPlans,
    long granted,
    long later) {

  /** Computes the shares of all plans and requests of a run. */
  static PlanShares of(WhatIfRun run) {
    return of(run.jobs(), run.requests(), run.probes(), run.slots());
  }

  /** Computes the shares from the rows of a run. */
  static PlanShares of(
      List<WhatIfJobRow> jobs,
      List<RequestRow> requests,
      List<ProbeRow> probes,
      List<SlotRow> slots) {
    Map<Long, List<SlotRow>> byRequest = new TreeMap<>();
    slots.forEach(
        slot -> byRequest.computeIfAbsent(slot.request(), id -> new ArrayList<>()).add(slot));
    Map<Long, ProbeRow> probed = new TreeMap<>();
    probes.forEach(probe -> probed.put(probe.request(), probe));
    var shares = new PlanShares(0, 0, 0, 0, 0, 0);
    for (var request : requests) {
      var probe = probed.get(request.id());
      if (probe != null) {
        boolean isQueue = isQueue(jobs, request.submit());
        var rated = byRequest.getOrDefault(request.id(), List.of());
        shares = shares.plus(ofRequest(request, probe, rated, isQueue));
      }
    }
    return shares;
  }

  private static PlanShares ofRequest(
      RequestRow request, ProbeRow probe, List<SlotRow> rated, boolean isQueue) {
    long plans = rated.stream().filter(SlotRow::isPlanned).count();
    long equal = rated.stream().filter(slot -> isAsWithout(slot, probe)).count();
    boolean isLater = request.isGranted() && request.start() > firstFree(rated);
    return new PlanShares(
        plans,
        equal,
        isQueue ? plans : 0,
        isQueue ? equal : 0,
        request.isGranted() ? 1 : 0,
        isLater ? 1 : 0);
  }

  private PlanShares plus(PlanShares other) {
    return new PlanShares(
        plans + other.plans,
        equalPlans + other.equalPlans,
        queuedPlans + other.queuedPlans,
        equalQueuedPlans + other.equalQueuedPlans,
        granted + other.granted,
        later + other.later);
  }

  /**
   * Returns whether no job starts later in the plan; with an equal mean completion, none starts
   * earlier.
   */
  private static boolean isAsWithout(SlotRow slot, ProbeRow probe) {
    return slot.isPlanned()
        && slot.delayedJobs() == 0
        && slot.completionTicks() == probe.completionTicks();
  }

  private static boolean isQueue(List<WhatIfJobRow> jobs, long tick) {
    return jobs.stream().anyMatch(job -> job.submit() <= tick && job.start() > tick);
  }

  private static long firstFree(List<SlotRow> rated) {
    return rated.stream()
        .filter(slot -> slot.availability() > 0)
        .mapToLong(SlotRow::start)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** Returns a share in per cent; NaN if {@code whole} is 0. */
  static double percent(long part, long whole) {
    return whole == 0 ? Double.NaN : 100.0 * part / whole;
  }
}
