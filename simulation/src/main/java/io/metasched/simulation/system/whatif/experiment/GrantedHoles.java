package io.metasched.simulation.system.whatif.experiment;

import io.metasched.simulation.study.RankCorrelation;
import io.metasched.simulation.study.RankCorrelation.Pair;
import io.metasched.simulation.system.whatif.rows.RequestRow;
import io.metasched.simulation.system.whatif.rows.SlotRow;
import io.metasched.simulation.system.whatif.rows.WhatIfJobRow;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Causes and places of granted and refused requests, from the rows of a run on one cluster.
 *
 * @param processors number of processors of the cluster
 */
record GrantedHoles(
    int processors, List<WhatIfJobRow> jobs, List<RequestRow> requests, List<SlotRow> slots) {
  /** Creates the analysis of a run. */
  static GrantedHoles of(WhatIfRun run) {
    return new GrantedHoles(run.processors(), run.jobs(), run.requests(), run.slots());
  }

  /**
   * Counts the tried starts of the method load that were refused only because of reservations after
   * the method's approximate end of the current work. The method rates only starts from that end
   * on. A reservation that begins at or after the first rated start therefore also begins after
   * that end.
   *
   * <p>Source: the what-if paper, section 4.1.
   */
  double failedByLater() {
    var byRequest = byRequest();
    var granted = requests.stream().filter(RequestRow::isGranted).toList();
    long failed = 0;
    for (var request : requests) {
      var free =
          byRequest.getOrDefault(request.id(), List.of()).stream()
              .filter(slot -> slot.availability() > 0)
              .toList();
      int refused = request.tried() - (request.isGranted() ? 1 : 0);
      failed +=
          free.stream()
              .limit(refused)
              .filter(slot -> isFull(request, slot.start(), later(granted, request, free.get(0))))
              .count();
    }
    return failed;
  }

  /** Returns the reservations that existed at a request and begin at or after a start. */
  private static List<RequestRow> later(
      List<RequestRow> granted, RequestRow request, SlotRow first) {
    return granted.stream()
        .filter(one -> one.id() != request.id() && one.submit() <= request.submit())
        .filter(one -> one.start() >= first.start())
        .toList();
  }

  private boolean isFull(RequestRow request, long start, List<RequestRow> others) {
    long end = start + request.durationTicks();
    var overlapping =
        others.stream().filter(one -> one.start() < end && ClusterView.end(one) > start).toList();
    return overlapping.stream()
        .mapToLong(one -> Math.max(start, one.start()))
        .anyMatch(
            tick ->
                request.processors()
                        + overlapping.stream()
                            .filter(one -> one.start() <= tick && tick < ClusterView.end(one))
                            .mapToInt(RequestRow::processors)
                            .sum()
                    > processors);
  }

  private Map<Long, List<SlotRow>> byRequest() {
    var byRequest = new TreeMap<Long, List<SlotRow>>();
    slots.forEach(
        one -> byRequest.computeIfAbsent(one.request(), id -> new ArrayList<>()).add(one));
    return byRequest;
  }

  /**
   * Returns the rank correlation of the availability of a start and the wait added by its plan. It
   * is computed over the starts of a probe that can be reserved; the result is the mean over the
   * probes in which both quantities vary.
   */
  double availabilityByDelay() {
    return byRequest().values().stream()
        .mapToDouble(GrantedHoles::correlation)
        .filter(value -> !Double.isNaN(value))
        .average()
        .orElse(Double.NaN);
  }

  private static double correlation(Collection<SlotRow> slots) {
    return RankCorrelation.of(
        slots.stream()
            .filter(slot -> slot.availability() > 0 && slot.isPlanned())
            .map(slot -> new Pair(slot.addedWaitTicks(), slot.availability()))
            .toList());
  }

  /** Returns the ids of the granted requests. */
  Set<Long> granted() {
    return requests.stream()
        .filter(RequestRow::isGranted)
        .map(RequestRow::id)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Returns, for the requests that this run grants and another method does not, the share of
   * reservations that begin before the work known at that time. In per cent; NaN if there are none.
   *
   * @param others requests that the other method grants
   */
  double inHoles(Set<Long> others) {
    var only =
        requests.stream().filter(one -> one.isGranted() && !others.contains(one.id())).toList();
    long inHoles = only.stream().filter(one -> isBeforeKnown(one)).count();
    return PlanShares.percent(inHoles, only.size());
  }

  private boolean isBeforeKnown(RequestRow request) {
    return jobs.stream()
            .anyMatch(job -> job.submit() <= request.submit() && job.start() > request.start())
        || requests.stream()
            .filter(RequestRow::isGranted)
            .anyMatch(one -> one.submit() < request.submit() && one.start() > request.start());
  }
}
