package io.metasched.simulation.system.rectangles.report;

import io.metasched.resource.rectangles.ElementSet;
import io.metasched.simulation.rows.RowFormat;
import io.metasched.simulation.system.rectangles.rows.RectanglesRun;
import io.metasched.simulation.system.rectangles.rows.ReservationRow;
import io.metasched.simulation.system.rectangles.rule.CheckedChoices;
import io.metasched.simulation.system.rectangles.rule.NaiveRectangles.Candidate;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * First requests of a run one by one, for the drawing on a page: the request, the feasible starts
 * with their rectangles, and the result. Times in ticks; elements as pairs of first and last.
 */
final class RequestSteps {
  private static final int MOST_STARTS = 60;

  /**
   * One request, its feasible starts and its result.
   *
   * @param freedTick tick from which all elements of the request are free again, -1 if it received
   *     none
   * @param changedTick tick at which the request returned elements, -1 if it returned none
   * @param words description of the result
   * @param starts number of feasible starts
   * @param feasible first feasible starts
   * @param chosen index of the selected start among these, -1 for none
   */
  record Step(
      long job,
      long arrival,
      long ready,
      long duration,
      long deadline,
      int elements,
      long start,
      long end,
      List<Integer> taken,
      long freedTick,
      long changedTick,
      List<Integer> kept,
      String words,
      int starts,
      List<Rectangle> feasible,
      int chosen) {}

  /** Feasible start with its rectangle; a rectangle's start of -1 means none. */
  record Rectangle(long start, long end, long begin, long rectangleEnd, List<Integer> free) {}

  private RequestSteps() {}

  /** Returns the first {@code most} steps. */
  static List<Step> of(RectanglesRun run, int most) {
    var steps = new ArrayList<Step>();
    CheckedChoices.visit(
        run,
        (row, feasible, state) -> {
          if (steps.size() < most) {
            steps.add(step(row, feasible));
          }
          return steps.size() < most;
        });
    return steps;
  }

  private static Step step(ReservationRow row, List<Candidate> feasible) {
    int chosen = -1;
    var shown = new ArrayList<Rectangle>();
    for (var candidate : feasible) {
      boolean isChosen =
          chosen < 0 && row.start() == candidate.start() && isRectangleOf(row, candidate);
      if (isChosen || shown.size() < MOST_STARTS) {
        chosen = isChosen ? shown.size() : chosen;
        shown.add(
            new Rectangle(
                candidate.start(),
                candidate.end(),
                candidate.begin(),
                candidate.rectangleEnd(),
                pairs(candidate.free())));
      }
    }
    return new Step(
        row.job(),
        row.arrival(),
        row.ready(),
        row.durationTicks(),
        row.deadline(),
        row.elements(),
        row.start(),
        row.end(),
        pairs(row.taken()),
        freedTick(row),
        row.kept().size() > 0 ? row.changed() : -1,
        pairs(row.kept()),
        row.isAccepted()
            ? RowFormat.lowerCase(row.outcome()).replace('_', ' ')
            : "refused: " + row.refused().words(),
        feasible.size(),
        shown,
        chosen);
  }

  private static boolean isRectangleOf(ReservationRow row, Candidate candidate) {
    return row.taken().size() == candidate.count()
        && row.free() == candidate.free().cardinality()
        && row.begin() == candidate.begin()
        && row.rectangleEnd() == candidate.rectangleEnd();
  }

  private static long freedTick(ReservationRow row) {
    return switch (row.outcome()) {
      case REFUSED -> -1;
      case CANCELLED, ENDED_EARLY -> row.changed();
      case FINISHED, GAVE_BACK -> row.end();
    };
  }

  private static List<Integer> pairs(ElementSet set) {
    return set.ranges().stream().flatMap(r -> List.of(r.first(), r.last()).stream()).toList();
  }

  private static List<Integer> pairs(BitSet set) {
    var pairs = new ArrayList<Integer>();
    for (int at = set.nextSetBit(0); at >= 0; at = set.nextSetBit(set.nextClearBit(at))) {
      pairs.add(at);
      pairs.add(set.nextClearBit(at) - 1);
    }
    return pairs;
  }
}
