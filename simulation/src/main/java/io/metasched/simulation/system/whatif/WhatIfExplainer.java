package io.metasched.simulation.system.whatif;

import static io.metasched.simulation.rule.ReportedFigures.seconds;

import io.metasched.simulation.kernel.Explainer;
import io.metasched.simulation.system.whatif.CheckedRequests.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

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
    lines.addAll(tries(run, checked, request));
    lines.add("  " + outcome(request));
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

  /** The placements that were tried, each with what met it. */
  private static List<String> tries(WhatIfRun run, CheckedRequests checked, RequestRow request) {
    var lines = new ArrayList<String>();
    var options = checked.options(request);
    for (int i = 0; i < Math.min(request.tried(), options.size()); i++) {
      boolean isLast = i == request.tried() - 1;
      if (isLast && request.isGranted()) {
        lines.add("  try %d, %s: it is free".formatted(i + 1, option(options.get(i))));
      } else if (i < MOST_TRIES) {
        lines.add(
            "  try %d, %s: %s"
                .formatted(
                    i + 1, option(options.get(i)), taken(run, checked, request, options.get(i))));
      }
    }
    return lines;
  }

  private static String option(Option option) {
    var clusters =
        option.clusters().stream().map(String::valueOf).collect(Collectors.joining(" and "));
    return "start %s s on cluster %s".formatted(seconds(option.start()), clusters);
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

  private static String outcome(RequestRow request) {
    return switch (request.outcome()) {
      case GRANTED ->
          "so it is granted, on cluster %s from %s s to %s s%s"
              .formatted(
                  String.join(" and ", request.places()),
                  seconds(request.start()),
                  seconds(request.end()),
                  request.withdrawn() < 0
                      ? ""
                      : "; at %s s it is withdrawn".formatted(seconds(request.withdrawn())));
      case REFUSED -> "so it is refused: " + why(request.refused());
      case WITHDRAWN -> "it is withdrawn before it is answered";
    };
  }

  private static String why(String reason) {
    return switch (reason) {
      case "window_too_short" -> "its window is shorter than its duration";
      case "in_the_past" -> "it could not end in time even if it began at once";
      case "too_many_processors" -> "fewer clusters than it needs have the processors";
      case "no_answer" -> "fewer clusters than it needs have answered";
      case "none_available" -> "at no start are as many clusters available as it needs";
      case "none_reservable" -> "no start that is rated available is free";
      case "part_begun" -> "a part of it began before it could be given up";
      default -> reason;
    };
  }
}
