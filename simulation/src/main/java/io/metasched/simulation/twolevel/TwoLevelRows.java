package io.metasched.simulation.twolevel;

import io.metasched.resource.provider.Reservation;
import io.metasched.simulation.result.TwoLevelJobRow;
import io.metasched.simulation.result.TwoLevelPlacementRow;
import java.util.ArrayList;
import java.util.List;

/** An outcome as the rows of its files. */
public final class TwoLevelRows {
  private static final int NONE = -1;

  private TwoLevelRows() {}

  /** The jobs by (submit, id). */
  public static List<TwoLevelJobRow> jobs(TwoLevelOutcome outcome) {
    var rows = new ArrayList<TwoLevelJobRow>(outcome.jobs().size());
    for (int i = 0; i < outcome.jobs().size(); i++) {
      rows.add(job(outcome, i));
    }
    return rows;
  }

  private static TwoLevelJobRow job(TwoLevelOutcome outcome, int index) {
    var job = outcome.jobs().get(index);
    var interval = job.reservation();
    var placement = outcome.placements().get(index);
    var promise = outcome.promises().get(index);
    return new TwoLevelJobRow(
        job.id(),
        interval.isPresent() ? TwoLevelJobRow.Kind.RESERVATION : TwoLevelJobRow.Kind.BATCH,
        job.submitTick(),
        job.processors(),
        job.runTicks(),
        job.limitTicks(),
        interval.map(GridJob.Interval::readyTick).orElse((long) NONE),
        interval.map(GridJob.Interval::dueTick).orElse((long) NONE),
        interval.map(GridJob.Interval::durationTicks).orElse((long) NONE),
        interval.map(GridJob.Interval::leastTicks).orElse((long) NONE),
        placement.map(Placement::provider).orElse(NONE),
        placement.map(Placement::startTick).orElse((long) NONE),
        placement.map(Placement::endTick).orElse((long) NONE),
        promise.map(Reservation::startTick).orElse((long) NONE),
        promise.map(p -> p.request().durationTicks()).orElse((long) NONE),
        placement.map(Placement::stopped).orElse(false),
        outcome.refusals().get(index).map(TwoLevelJobRow::word).orElse(""));
  }

  /** Where the jobs ran, processor by processor, in the order of files. */
  public static List<TwoLevelPlacementRow> placements(TwoLevelOutcome outcome) {
    var bound = GridCourse.of(outcome).bound(Integer.MAX_VALUE);
    var rows = new ArrayList<TwoLevelPlacementRow>(bound.ranges());
    for (int place = 0; place < bound.jobs().size(); place++) {
      int index = bound.jobs().get(place);
      long job = outcome.jobs().get(index).id();
      var at = outcome.placements().get(index).orElseThrow();
      int origin = at.provider() * outcome.processors();
      for (int range = bound.firstRange(place); range < bound.endRange(place); range++) {
        int first = bound.from(range) - origin;
        int last = first + bound.count(range) - 1;
        rows.add(
            new TwoLevelPlacementRow(
                job, at.provider(), first, last, at.startTick(), at.endTick()));
      }
    }
    rows.sort(TwoLevelPlacementRow.ORDER);
    return rows;
  }
}
