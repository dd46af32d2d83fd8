package io.metasched.simulation.system.whatif.model;

import io.metasched.metascheduler.whatif.ClusterProbe;
import io.metasched.metascheduler.whatif.GridAnswer;
import io.metasched.metascheduler.whatif.GridPlacement;
import io.metasched.resource.provider.probe.PlanFigures;
import io.metasched.resource.provider.probe.RatedSlot;
import io.metasched.simulation.rows.RowFormat;
import io.metasched.simulation.system.whatif.rows.ProbeRow;
import io.metasched.simulation.system.whatif.rows.RequestRow;
import io.metasched.simulation.system.whatif.rows.SlotRow;
import io.metasched.simulation.system.whatif.rows.WhatIfFacts;
import io.metasched.simulation.system.whatif.rows.WhatIfJobRow;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.util.ArrayList;
import java.util.List;

/** Conversion of the results of jobs and requests into rows. */
public final class WhatIfTables {
  private static final int NONE = -1;

  private final GridWorkload workload;
  private final WhatIfSchedule schedule;
  private final List<ProbeRow> probes = new ArrayList<>();
  private final List<SlotRow> slots = new ArrayList<>();

  private WhatIfTables(GridWorkload workload, WhatIfSchedule schedule) {
    this.workload = workload;
    this.schedule = schedule;
  }

  /**
   * Returns the tables of a finished run.
   *
   * @param aloneStarts starts of the jobs without requests, by their numbers
   * @throws IllegalStateException if a request has no answer
   */
  public static WhatIfRun of(
      WhatIfFacts facts, GridWorkload workload, WhatIfSchedule schedule, List<Long> aloneStarts) {
    return new WhatIfTables(workload, schedule).tables(facts, aloneStarts);
  }

  private WhatIfRun tables(WhatIfFacts facts, List<Long> aloneStarts) {
    var jobs = new ArrayList<WhatIfJobRow>();
    for (int i = 0; i < workload.jobs().size(); i++) {
      var job = workload.jobs().get(i);
      jobs.add(
          new WhatIfJobRow(
              job.id(),
              job.cluster(),
              schedule.submitted(i),
              job.processors(),
              job.runTicks(),
              job.limitTicks(),
              job.user(),
              schedule.likely(i),
              schedule.start(i),
              schedule.end(i),
              aloneStarts.get(i),
              schedule.logged(i),
              job.precedence()));
    }
    jobs.sort(WhatIfJobRow.ORDER);
    var requests = new ArrayList<RequestRow>();
    for (int i = 0; i < workload.requests().size(); i++) {
      var request = workload.requests().get(i);
      var answer =
          schedule
              .answer(i)
              .orElseThrow(
                  () ->
                      new IllegalStateException(
                          "request %d has no answer".formatted(request.id())));
      requests.add(row(request, answer, schedule.withdrawn(i)));
      answer.probes().forEach(probe -> add(request.id(), probe));
    }
    return new WhatIfRun(facts, jobs, requests, probes, slots);
  }

  private static RequestRow row(FlexibleRequest request, GridAnswer answer, long withdrawn) {
    var part = request.request().part();
    var preference = request.request().preference();
    var placement = answer.placement();
    return new RequestRow(
        request.id(),
        request.submitTick(),
        part.processors(),
        part.durationTicks(),
        part.readyTick(),
        part.dueTick(),
        request.request().clusters(),
        preference.impactShare(),
        preference.isEarlyBetter(),
        answer.outcome(),
        answer.refusal().map(RowFormat::lowerCase).orElse(""),
        placement.map(GridPlacement::startTick).orElse((long) NONE),
        placement.map(taken -> List.copyOf(taken.clusters())).orElse(List.of()),
        placement.map(GridPlacement::availability).orElse(0.0),
        answer.tried().size(),
        withdrawn);
  }

  private void add(long request, ClusterProbe probe) {
    var answer = probe.answer();
    probes.add(
        new ProbeRow(
            request,
            probe.cluster(),
            answer.slots().size(),
            answer.backlogTicks(),
            answer.originalMakespanTicks(),
            answer.originalCompletionTicks()));
    answer.slots().forEach(slot -> slots.add(row(request, probe.cluster(), slot)));
  }

  private SlotRow row(long request, int cluster, RatedSlot slot) {
    var figures = slot.figures();
    int most = figures.map(PlanFigures::mostDelayed).orElse(PlanFigures.NONE);
    return new SlotRow(
        request,
        cluster,
        slot.startTick(),
        slot.availability(),
        figures.map(PlanFigures::makespanTicks).orElse((long) NONE),
        figures.map(PlanFigures::completionTicks).orElse((long) NONE),
        figures.map(PlanFigures::delayedJobs).orElse(NONE),
        figures.map(PlanFigures::addedWaitTicks).orElse((long) NONE),
        most == PlanFigures.NONE ? NONE : workload.jobs().get(most).id(),
        figures.map(PlanFigures::mostDelayTicks).orElse((long) NONE));
  }
}
