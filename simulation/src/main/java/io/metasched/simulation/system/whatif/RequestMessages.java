package io.metasched.simulation.system.whatif;

import static io.metasched.simulation.rule.ReportedFigures.seconds;

import io.metasched.simulation.system.whatif.rows.RequestRow;
import io.metasched.simulation.system.whatif.rows.SlotRow;
import io.metasched.simulation.system.whatif.rule.CheckedRequests.Option;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;

/** Descriptions of requests, slots and placements. */
public final class RequestMessages {
  private RequestMessages() {}

  /** Returns a description of a request. */
  public static String asked(RequestRow row) {
    return "%d processors for %s s between %s s and %s s on %s"
        .formatted(
            row.processors(),
            seconds(row.durationTicks()),
            seconds(row.ready()),
            seconds(row.due()),
            row.clusters() == 1 ? "one cluster" : row.clusters() + " clusters at one start");
  }

  /** Returns a description of the rating of a slot, and the prediction of its plan. */
  static String slot(SlotRow slot) {
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
    return "%s; according to the plan, the makespan is %s s, the mean completion %s s, and it %s"
        .formatted(
            rated, seconds(slot.makespanTicks()), seconds(slot.completionTicks()), delays(slot));
  }

  private static String delays(SlotRow slot) {
    var most = seconds(slot.mostDelayTicks());
    return switch (slot.delayedJobs()) {
      case 0 -> "delays no job";
      case 1 -> "delays job %d by %s s".formatted(slot.mostDelayed(), most);
      default ->
          "delays %d jobs by %s s together, job %d most, by %s s"
              .formatted(
                  slot.delayedJobs(), seconds(slot.addedWaitTicks()), slot.mostDelayed(), most);
    };
  }

  /** Returns a description of a placement. */
  static String option(Option option) {
    return "start %s s on cluster %s".formatted(seconds(option.start()), joined(option.clusters()));
  }

  private static String joined(Collection<Integer> clusters) {
    return clusters.stream().map(String::valueOf).collect(Collectors.joining(" and "));
  }

  /** Returns a description of the outcome of a request. */
  public static String outcome(RequestRow request) {
    return switch (request.outcome()) {
      case GRANTED ->
          "granted, on cluster %s from %s s to %s s%s"
              .formatted(
                  joined(request.places()),
                  seconds(request.start()),
                  seconds(request.end()),
                  request.withdrawn() < 0
                      ? ""
                      : "; at %s s it is withdrawn".formatted(seconds(request.withdrawn())));
      case REFUSED -> "refused: " + why(request.refused());
      case WITHDRAWN -> "withdrawn before it is answered";
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
