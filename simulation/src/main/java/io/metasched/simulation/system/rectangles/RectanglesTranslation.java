package io.metasched.simulation.system.rectangles;

import io.metasched.resource.model.Ticks;
import io.metasched.resource.rectangles.RectanglePolicies;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.SimulatedSystem;
import io.metasched.simulation.system.rectangles.model.ElementRequest;
import io.metasched.simulation.system.rectangles.model.ElementRequest.Wish;
import io.metasched.simulation.system.rectangles.model.RectanglesSetting;
import io.metasched.simulation.system.rectangles.model.ReservationTerms;
import io.metasched.simulation.system.rectangles.rows.RectanglesRun;
import io.metasched.simulation.system.rectangles.rows.ReservationRow;
import io.metasched.simulation.translation.CommonJob;
import io.metasched.simulation.translation.CommonOutcome;
import io.metasched.simulation.translation.CommonWorkload;
import io.metasched.simulation.translation.Translation;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Translation of the common jobs for one multiprocessor of all processors. Each job requests a
 * reservation of its estimate, and ends early if it runs for less. Every request has a deadline:
 * for a job without a fixed time, the deadline is {@value #PATIENCE_DAYS} days after the job's
 * earliest possible end.
 *
 * <p>The translation loses sites, prices and criteria. The preference of jobs without a fixed time
 * for an early start is also lost: only the policy determines their starts.
 */
public final class RectanglesTranslation implements Translation<RectanglesRun> {
  private static final int PATIENCE_DAYS = 7;
  private static final long PATIENCE_TICKS = PATIENCE_DAYS * 86_400L * Ticks.PER_UNIT;
  private static final double SOME_SHARE = 0.5; // any share above 0 allows early ends

  private final RectanglesSystem system = new RectanglesSystem();

  @Override
  public SimulatedSystem<RectanglesRun> system() {
    return system;
  }

  @Override
  public List<String> policies() {
    return RectanglePolicies.names();
  }

  @Override
  public Instance<RectanglesRun> instance(CommonWorkload workload) {
    var requests = workload.jobs().stream().map(RectanglesTranslation::request).toList();
    double lead = 0;
    double slack = 0;
    for (var request : requests) {
      double duration = request.durationTicks();
      lead = Math.max(lead, (request.ready() - request.arrival()) / duration);
      slack = Math.max(slack, (request.deadline() - request.ready()) / duration);
    }
    return new RectanglesInstance(
        workload.seeds().scenario(),
        policies(),
        RectanglesSetting.of(workload.sites().total()),
        new ReservationTerms(1, lead, slack, 0, SOME_SHARE), // bounds of all requests
        requests,
        workload.seeds(),
        List.of());
  }

  private static ElementRequest request(CommonJob job) {
    long estimate = job.estimateTicks();
    long due =
        job.own()
            .map(CommonJob.FixedTime::dueTick)
            .orElse(job.submitTick() + estimate + PATIENCE_TICKS);
    long micro =
        Ticks.ceilDiv(
            Math.multiplyExact(job.runTicks(), (long) ElementRequest.WHOLE_MICRO), estimate);
    boolean endsEarly = micro < ElementRequest.WHOLE_MICRO;
    return new ElementRequest(
        job.id(),
        job.submitTick(),
        job.readyTick(),
        estimate,
        due,
        job.processors(),
        endsEarly ? Wish.END_EARLY : Wish.NONE,
        endsEarly ? (int) micro : 0);
  }

  @Override
  public List<CommonOutcome> outcomes(CommonWorkload workload, RectanglesRun run) {
    var rows = new TreeMap<Long, ReservationRow>();
    run.jobs().forEach(row -> rows.put(row.job(), row));
    var outcomes = new ArrayList<CommonOutcome>();
    for (var job : workload.jobs()) {
      var row = rows.get(job.id());
      outcomes.add(
          row != null && row.isAccepted()
              ? CommonOutcome.anywhere(job, row.start(), row.lastTick() - row.start())
              : CommonOutcome.unplaced(job.id(), 0));
    }
    return outcomes;
  }
}
