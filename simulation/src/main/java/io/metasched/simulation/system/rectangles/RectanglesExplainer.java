package io.metasched.simulation.system.rectangles;

import static io.metasched.simulation.rule.ReportedFigures.seconds;

import io.metasched.resource.rectangles.ElementRange;
import io.metasched.simulation.kernel.Explainer;
import io.metasched.simulation.system.rectangles.rows.ElementColumns;
import io.metasched.simulation.system.rectangles.rows.RectanglesFacts;
import io.metasched.simulation.system.rectangles.rows.RectanglesRun;
import io.metasched.simulation.system.rectangles.rows.ReservationRow;
import io.metasched.simulation.system.rectangles.rule.CheckedChoices;
import io.metasched.simulation.system.rectangles.rule.CheckedChoices.Nearest;
import io.metasched.simulation.system.rectangles.rule.NaiveRectangles.Candidate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Explainer of the answer to a request: the feasible starts with their rectangles, the policy's
 * choice and its reason, or the reason of a refusal.
 */
public final class RectanglesExplainer implements Explainer<RectanglesRun> {
  private static final int MOST_STARTS = 40;

  @Override
  public List<String> explain(RectanglesRun run, String job) {
    var lines = new ArrayList<String>();
    CheckedChoices.visit(
        run,
        (row, feasible, state) -> {
          boolean isOther = !Long.toString(row.job()).equals(job);
          if (!isOther) {
            lines.addAll(lines(run, row, feasible, state));
          }
          return isOther;
        });
    return lines;
  }

  /** Returns a description of a request. */
  public static String request(ReservationRow row) {
    return "%d elements for %s s between %s s and %s s"
        .formatted(
            row.elements(),
            seconds(row.durationTicks()),
            seconds(row.ready()),
            seconds(row.deadline()));
  }

  private static List<String> lines(
      RectanglesRun run, ReservationRow row, List<Candidate> feasible, CheckedChoices state) {
    var policy = run.title().policy();
    var lines = new ArrayList<String>();
    lines.add(
        "%s: job %d asks at %s s for %s"
            .formatted(policy, row.job(), seconds(row.arrival()), request(row)));
    if (run.facts().shapesMilli().size() > 0) {
      lines.add(
          "  or for its elements times %s, with the duration divided by this factor"
              .formatted(
                  run.facts().shapesMilli().stream()
                      .map(ElementColumns::factor)
                      .collect(Collectors.joining(", "))));
    }
    var chosen = CheckedChoices.chosen(policy, feasible);
    lines.add(
        "  %d starts are feasible%s"
            .formatted(feasible.size(), feasible.isEmpty() ? "" : ", with their rectangles:"));
    for (var candidate : feasible.subList(0, Math.min(MOST_STARTS, feasible.size()))) {
      lines.add(
          "  %s %s"
              .formatted(
                  chosen.filter(candidate::equals).isPresent() ? "*" : " ", start(candidate)));
    }
    if (feasible.size() > MOST_STARTS) {
      lines.add("    and %d more".formatted(feasible.size() - MOST_STARTS));
    }
    if (!row.isAccepted()) {
      state.nearest(row).ifPresent(nearest -> lines.add("  " + closest(run.facts(), nearest)));
      lines.add("  so it is refused: " + row.refused().words());
      return lines;
    }
    chosen.ifPresent(taken -> lines.add("  the policy takes " + why(policy, taken, feasible)));
    lines.add(
        "  it receives elements %s from %s s to %s s: the free elements of lowest index"
            .formatted(elements(row.taken().ranges()), seconds(row.start()), seconds(row.end())));
    lines.addAll(changes(row));
    return lines;
  }

  private static String start(Candidate candidate) {
    return "start %s s: %d elements free %s to %s s"
        .formatted(
            seconds(candidate.start()),
            candidate.free().cardinality(),
            candidate.begin() < 0
                ? "all the time"
                : "from %s s".formatted(seconds(candidate.begin())),
            seconds(candidate.rectangleEnd()));
  }

  /** Returns a description of the start at which a refused request was closest to feasible. */
  private static String closest(RectanglesFacts facts, Nearest nearest) {
    return "closest is a start at %s s: %d elements%s are free until %s s, but %d are needed"
        .formatted(
            seconds(nearest.start()),
            nearest.free(),
            facts.speeds().isEmpty()
                ? ""
                : " of speed %s or more".formatted(ElementColumns.factor(nearest.speedMilli())),
            seconds(nearest.end()),
            nearest.count());
  }

  private static String why(String policy, Candidate taken, List<Candidate> feasible) {
    var what =
        switch (policy) {
          case "pe-best" -> "the rectangle with the fewest free elements";
          case "pe-worst" -> "the rectangle with the most free elements";
          case "duration-best" -> "the shortest rectangle";
          case "duration-worst" -> "the longest rectangle";
          case "pe-duration-best" -> "the least product of free elements and length";
          case "pe-duration-worst" -> "the greatest product of free elements and length";
          default -> "the earliest start";
        };
    var measure = CheckedChoices.measure(taken, policy);
    long equal =
        feasible.stream().filter(c -> CheckedChoices.measure(c, policy).equals(measure)).count();
    boolean isTied = equal > 1 && !policy.equals("ff");
    return "%s, at %s s%s"
        .formatted(
            what,
            seconds(taken.start()),
            isTied ? "; the earliest of %d equal starts".formatted(equal) : "");
  }

  private static String elements(List<ElementRange> ranges) {
    return ranges.stream().map(ElementRange::toString).collect(Collectors.joining(", "));
  }

  private static List<String> changes(ReservationRow row) {
    var changed = row.changed() < 0 ? "" : seconds(row.changed());
    return switch (row.outcome()) {
      case CANCELLED -> List.of("  at %s s it is cancelled, before its start".formatted(changed));
      case ENDED_EARLY -> List.of("  at %s s it ends, before its time".formatted(changed));
      case GAVE_BACK ->
          List.of(
              "  at %s s it gives back all but elements %s"
                  .formatted(changed, elements(row.kept().ranges())));
      case FINISHED, REFUSED -> List.of();
    };
  }
}
