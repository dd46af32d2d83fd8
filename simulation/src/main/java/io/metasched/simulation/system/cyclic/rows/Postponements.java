package io.metasched.simulation.system.cyclic.rows;

import io.metasched.resource.model.JobId;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Durations of postponements. A decision {@code postponed} is recorded once for all consecutive
 * cycles that left the job in the queue for the same reason.
 */
public final class Postponements {
  private static final String POSTPONED = "postponed";

  private final RunHeader header;

  private Postponements(RunHeader header) {
    this.header = header;
  }

  /**
   * Calls an action for each postponement of a run.
   *
   * @param action receives each postponement with the number of the last cycle for which the
   *     postponement holds; if rows contradict each other, this may be any number
   */
  public static void forEach(CyclicRun run, ObjIntConsumer<DecisionRow> action) {
    var spans = new Postponements(run.header());
    var open = new TreeMap<JobId, DecisionRow>();
    for (var decision : run.decisions()) {
      if (decision.event().equals("reserved")) {
        continue; // only the job's next decision counts
      }
      var before = open.remove(decision.job());
      if (before != null) {
        action.accept(before, spans.last(decision));
      }
      if (decision.event().equals(POSTPONED)) {
        open.put(decision.job(), decision);
      }
    }
    open.values().forEach(decision -> action.accept(decision, spans.last(null)));
  }

  /**
   * Returns, for each cycle that newly postponed a job, the last consecutive cycle that postponed
   * it for the same reason.
   */
  public static SortedMap<Integer, Integer> lastCycles(CyclicRun run, JobId job) {
    var lastCycles = new TreeMap<Integer, Integer>();
    forEach(
        run,
        (decision, last) -> {
          if (decision.job().equals(job)) {
            lastCycles.put(decision.cycle(), last);
          }
        });
    return lastCycles;
  }

  /**
   * Returns the last cycle that is known to have left a job in the queue as a decision states.
   * Whether a cycle is included is unknown if the job is withdrawn while that cycle plans.
   *
   * @param next next decision; null if there was none before the end of the run
   */
  private int last(@Nullable DecisionRow next) {
    if (next == null) {
      return header.cycles() - 1;
    }
    if (next.cycle() >= 0) {
      return next.cycle() - 1;
    }
    long booked = next.tick() - 1 - header.planningTicks();
    return (int)
        Math.min(Math.floorDiv(booked, Math.max(1, header.periodTicks())), header.cycles() - 1L);
  }
}
