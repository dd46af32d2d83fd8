package io.metasched.simulation.system.whatif;

import static io.metasched.simulation.rule.ReportedFigures.seconds;

import io.metasched.metascheduler.whatif.GridAnswer;
import io.metasched.simulation.kernel.Explainer;
import io.metasched.simulation.system.whatif.CheckedRequests.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Explains the answer to a request: which starts were probed, what each plan predicted and whom it
 * would have delayed, in which order placements were tried, and why the best was not granted. Of a
 * job it says how long requests made it wait.
 */
final class WhatIfExplainer implements Explainer<WhatIfRun> {
  private static final int MOST_SLOTS = 60;

  @Override
  public List<String> explain(WhatIfRun run, String number) {
    for (var request : run.requests()) {
      if (Long.toString(request.id()).equals(number)) {
        return request(run, request);
      }
    }
    for (var job : run.jobs()) {
      if (Long.toString(job.id()).equals(number)) {
        return List.of(job(run, job));
      }
    }
    return List.of();
  }

  /** What a request asks for, as text. */
  static String asked(RequestRow row) {
    return "%d processors for %s s between %s s and %s s on %s"
        .formatted(
            row.processors(),
            seconds(row.durationTicks()),
            seconds(row.ready()),
            seconds(row.due()),
            row.clusters() == 1 ? "one cluster" : row.clusters() + " clusters at one start");
  }

  private static String job(WhatIfRun run, WhatIfJobRow job) {
    return "%s: job %d of cluster %d is submitted at %s s and begins at %s s; without requests at %s s"
        .formatted(
            run.title().policy(),
            job.id(),
            job.cluster(),
            seconds(job.submit()),
            seconds(job.start()),
            seconds(job.aloneStart()));
  }

  private static List<String> request(WhatIfRun run, RequestRow request) {
    var checked = new CheckedRequests(run);
    var lines = new ArrayList<String>();
    lines.add(
        "%s: request %d asks at %s s for %s"
            .formatted(
                run.title().policy(), request.id(), seconds(request.submit()), asked(request)));
    for (var probe : checked.probes(request)) {
      lines.add(
          "  cluster %d has a backlog of %s s and rates %d starts"
              .formatted(probe.cluster(), seconds(probe.backlogTicks()), probe.slots()));
    }
    var slots = checked.slots(request);
    slots.stream().limit(MOST_SLOTS).forEach(slot -> lines.add("    " + slot(slot)));
    if (slots.size() > MOST_SLOTS) {
      lines.add("    and %d more".formatted(slots.size() - MOST_SLOTS));
    }
    for (var tried : PlacementTries.of(run, checked, request)) {
      lines.add(
          "  try %d, %s: %s".formatted(tried.number(), option(tried.option()), tried.words()));
    }
    boolean isAnswered = request.outcome() != GridAnswer.Outcome.WITHDRAWN;
    lines.add((isAnswered ? "  so it is " : "  it is ") + PlacementTries.outcome(request));
    return lines;
  }

  private static String slot(SlotRow slot) {
    var rated =
        String.format(
            Locale.ROOT,
            "cluster %d, start %s s: availability %.4f",
            slot.cluster(),
            seconds(slot.start()),
            slot.availability());
    if (!slot.isPlanned()) {
      return rated;
    }
    var delays =
        slot.delayedJobs() == 0
            ? "delays no job"
            : "delays %d jobs by %s s together, job %d most, by %s s"
                .formatted(
                    slot.delayedJobs(),
                    seconds(slot.addedWaitTicks()),
                    slot.mostDelayed(),
                    seconds(slot.mostDelayTicks()));
    return "%s; by plan the makespan is %s s, the mean completion %s s, and it %s"
        .formatted(rated, seconds(slot.makespanTicks()), seconds(slot.completionTicks()), delays);
  }

  private static String option(Option option) {
    var clusters =
        option.clusters().stream().map(String::valueOf).collect(Collectors.joining(" and "));
    return "start %s s on cluster %s".formatted(seconds(option.start()), clusters);
  }
}
