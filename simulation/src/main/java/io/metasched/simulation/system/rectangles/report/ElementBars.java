package io.metasched.simulation.system.rectangles.report;

import io.metasched.resource.rectangles.ElementSet;
import io.metasched.simulation.report.ProcessorRanges;
import io.metasched.simulation.report.ProcessorRanges.Range;
import io.metasched.simulation.report.ReplayJob;
import io.metasched.simulation.report.Schedule;
import io.metasched.simulation.system.rectangles.rows.RectanglesRun;
import io.metasched.simulation.system.rectangles.rows.ReservationRow;
import io.metasched.simulation.system.rectangles.rows.ReservationRow.Outcome;
import java.util.ArrayList;
import java.util.List;

/**
 * Bars of a chart: the elements that each job actually held. A job that returned some elements has
 * two bars, one for the kept and one for the returned elements.
 */
final class ElementBars {
  private final List<ReplayJob> jobs = new ArrayList<>();
  private final List<Long> starts = new ArrayList<>();
  private final List<ElementSet> sets = new ArrayList<>();
  private final int elements;

  private ElementBars(int elements) {
    this.elements = elements;
  }

  /** Returns the bars of a run. */
  static ElementBars of(RectanglesRun run) {
    var bars = new ElementBars(run.facts().elements());
    for (var row : run.jobs()) {
      if (row.outcome() == Outcome.GAVE_BACK) {
        bars.add(row, row.end(), row.kept());
        bars.add(row, row.changed(), row.taken().without(row.kept()));
      } else if (row.isAccepted() && row.outcome() != Outcome.CANCELLED) {
        bars.add(row, row.lastTick(), row.taken());
      }
    }
    return bars;
  }

  private void add(ReservationRow row, long end, ElementSet set) {
    long run = end - row.start();
    jobs.add(
        new ReplayJob(
            row.job(), row.arrival(), run, set.size(), row.end() - row.start(), -1, false));
    starts.add(row.start());
    sets.add(set);
  }

  /** Returns the start and the end of each bar. */
  Schedule schedule() {
    return new Schedule(jobs, elements, starts.stream().mapToLong(start -> start).toArray(), 0);
  }

  /** Returns the elements of the bars that begin first. */
  ProcessorRanges ranges(Schedule schedule, int mostBars) {
    return ProcessorRanges.known(schedule, bar -> ranges(sets.get(bar)), mostBars);
  }

  private static List<Range> ranges(ElementSet set) {
    return set.ranges().stream()
        .map(range -> new Range(range.first(), range.last() - range.first() + 1))
        .toList();
  }
}
