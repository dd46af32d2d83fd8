package io.metasched.simulation.system.whatif;

import static io.metasched.simulation.rule.ReportedFigures.seconds;

import io.metasched.metascheduler.whatif.GridAnswer;
import io.metasched.simulation.kernel.Explainer;
import io.metasched.simulation.system.whatif.rows.RequestRow;
import io.metasched.simulation.system.whatif.rows.WhatIfFacts;
import io.metasched.simulation.system.whatif.rows.WhatIfJobRow;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import io.metasched.simulation.system.whatif.rule.CheckedRequests;
import io.metasched.simulation.system.whatif.rule.PlacementTries;
import java.util.ArrayList;
import java.util.List;

/**
 * Explainer of the answer to a request: the probed starts, each plan's prediction and the jobs it
 * would have delayed. It also reports the order in which placements were tried, and the reason why
 * the best was not granted. For a job, it reports the wait that requests added.
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
                run.title().policy(),
                request.id(),
                seconds(request.submit()),
                RequestMessages.asked(request)));
    for (var probe : checked.probes(request)) {
      lines.add(
          "  cluster %d has a backlog of %s s and rates %d starts"
              .formatted(probe.cluster(), seconds(probe.backlogTicks()), probe.slots()));
    }
    var slots = checked.slots(request);
    for (var slot : slots.subList(0, Math.min(MOST_SLOTS, slots.size()))) {
      boolean isAvailable = slot.availability() > 0;
      var why = isAvailable ? "" : "; " + PlacementTries.unavailable(run, checked, request, slot);
      lines.add("    " + RequestMessages.slot(slot) + why);
    }
    if (slots.size() > MOST_SLOTS) {
      lines.add("    and %d more".formatted(slots.size() - MOST_SLOTS));
    }
    for (var tried : PlacementTries.of(run, checked, request)) {
      var option = RequestMessages.option(tried.option());
      lines.add("  try %d, %s: %s".formatted(tried.number(), option, tried.words()));
    }
    boolean isAnswered = request.outcome() != GridAnswer.Outcome.WITHDRAWN;
    var outcome = RequestMessages.outcome(request) + numbers(run.facts(), request);
    lines.add((isAnswered ? "  so it is " : "  it is ") + outcome);
    return lines;
  }

  /** Returns a description of the need of a refused request and of the available amount. */
  private static String numbers(WhatIfFacts facts, RequestRow request) {
    return switch (request.refused()) {
      case "window_too_short" ->
          " (needs %s s, has %s s)"
              .formatted(
                  seconds(request.durationTicks()), seconds(request.due() - request.ready()));
      case "in_the_past" ->
          " (needs %s s, %s s are left)"
              .formatted(
                  seconds(request.durationTicks()), seconds(request.due() - request.submit()));
      case "too_many_processors" ->
          " (needs %d, %d have %d processors)"
              .formatted(
                  request.clusters(),
                  facts.processors().stream().filter(p -> p >= request.processors()).count(),
                  request.processors());
      default -> "";
    };
  }
}
