package io.metasched.simulation.system.whatif;

import static io.metasched.simulation.rule.ReportedFigures.seconds;

import io.metasched.simulation.kernel.Explainer;
import io.metasched.simulation.system.whatif.CheckedRequests.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Explains the answer to a request: which starts were probed, what each plan predicted and whom it
 * would have delayed, in which order placements were tried, and why the best was not granted. Of a
 * job it says how long requests made it wait.
 */
final class WhatIfExplainer implements Explainer<WhatIfRun> {
  private static final int MOST_SLOTS = 60;
  private static final int MOST_TRIES = 20;

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
                RequestWords.asked(request)));
    for (var probe : checked.probes(request)) {
      lines.add(
          "  cluster %d has a backlog of %s s and rates %d starts"
              .formatted(probe.cluster(), seconds(probe.backlogTicks()), probe.slots()));
    }
    var slots = checked.slots(request);
    slots.stream().limit(MOST_SLOTS).forEach(slot -> lines.add("    " + RequestWords.slot(slot)));
    if (slots.size() > MOST_SLOTS) {
      lines.add("    and %d more".formatted(slots.size() - MOST_SLOTS));
    }
    lines.addAll(tries(run, checked, request));
    lines.add("  " + RequestWords.outcome(request));
    return lines;
  }

  /** The placements that were tried, each with what met it. */
  private static List<String> tries(WhatIfRun run, CheckedRequests checked, RequestRow request) {
    var lines = new ArrayList<String>();
    var options = checked.options(request);
    for (int i = 0; i < Math.min(request.tried(), options.size()); i++) {
      boolean isLast = i == request.tried() - 1;
      if (isLast && request.isGranted()) {
        lines.add("  try %d, %s: it is free".formatted(i + 1, RequestWords.option(options.get(i))));
      } else if (i < MOST_TRIES) {
        lines.add(
            "  try %d, %s: %s"
                .formatted(
                    i + 1,
                    RequestWords.option(options.get(i)),
                    taken(run, checked, request, options.get(i))));
      }
    }
    return lines;
  }

  private static String taken(
      WhatIfRun run, CheckedRequests checked, RequestRow request, Option option) {
    for (int cluster : option.clusters()) {
      var slots = new CheckedSlots(run, request, cluster, checked.cluster(cluster, request));
      if (!slots.isFree(option.start())) {
        var head = Optional.ofNullable(CheckedRequests.head(run, cluster, request.submit()));
        boolean isHead = slots.isFreeButForHead(option.start()) && head.isPresent();
        return isHead
            ? "cluster %d has promised its processors to job %d, the first of its queue"
                .formatted(cluster, head.get().id())
            : "cluster %d has not got %d processors beside what runs and is reserved"
                .formatted(cluster, request.processors());
      }
    }
    return "it is free";
  }
}
