package io.metasched.simulation.system.whatif.metric;

import io.metasched.simulation.system.whatif.rows.SlotRow;
import io.metasched.simulation.system.whatif.rows.WhatIfJobRow;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Comparison of a plan at the grant of a request with the real run of the same jobs: the jobs that
 * ran or waited at the cluster at that time. Plans use estimates, and contain neither later jobs
 * nor later requests.
 *
 * @param request number of the request
 * @param cluster cluster of the reservation
 * @param plannedMakespan C_max of the plan with the reservation, in ticks
 * @param realMakespan time from the request to the real end of the last of these jobs, in ticks
 * @param plannedCompletion C_avg of the plan with the reservation, in ticks
 * @param realCompletion mean time over these jobs from submission to real end, in ticks
 */
public record Calibration(
    long request,
    int cluster,
    long plannedMakespan,
    long realMakespan,
    long plannedCompletion,
    double realCompletion) {

  /**
   * Returns all points of a run, by request and cluster, in that order. There is no point for a
   * request at an empty cluster, or for a method that does not make plans.
   */
  public static List<Calibration> of(WhatIfRun run) {
    var planned = new TreeMap<Long, List<SlotRow>>();
    for (var slot : run.slots()) {
      if (slot.isPlanned()) {
        planned.computeIfAbsent(slot.request(), request -> new ArrayList<>()).add(slot);
      }
    }
    var known = new ArrayList<KnownJobs>();
    for (int i = 0; i < run.facts().processors().size(); i++) {
      known.add(new KnownJobs(run.jobs(), i));
    }
    var points = new ArrayList<Calibration>();
    for (var request : run.requests()) {
      known.forEach(jobs -> jobs.goTo(request.submit()));
      for (var slot : planned.getOrDefault(request.id(), List.of())) {
        boolean isTaken =
            request.isGranted()
                && slot.start() == request.start()
                && request.places().contains(slot.cluster());
        if (isTaken && slot.makespanTicks() > 0 && slot.completionTicks() > 0) {
          points.add(known.get(slot.cluster()).point(slot, request.submit()));
        }
      }
    }
    return points;
  }

  /** Jobs that run or wait at a cluster, advanced tick by tick. */
  private static final class KnownJobs {
    private final List<WhatIfJobRow> jobs;
    private final List<WhatIfJobRow> now = new ArrayList<>();
    private int next;

    KnownJobs(List<WhatIfJobRow> all, int cluster) {
      jobs =
          all.stream()
              .filter(job -> job.cluster() == cluster)
              .sorted(Comparator.comparingLong(WhatIfJobRow::submit))
              .toList();
    }

    void goTo(long tick) {
      while (next < jobs.size() && jobs.get(next).submit() <= tick) {
        now.add(jobs.get(next++));
      }
      now.removeIf(job -> job.end() <= tick);
    }

    Calibration point(SlotRow slot, long tick) {
      long last = tick;
      double sum = 0;
      for (var job : now) {
        last = Math.max(last, job.end());
        sum += job.end() - job.submit();
      }
      return new Calibration(
          slot.request(),
          slot.cluster(),
          slot.makespanTicks(),
          last - tick,
          slot.completionTicks(),
          sum / Math.max(1, now.size()));
    }
  }
}
