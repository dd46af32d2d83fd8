package io.metasched.simulation.system.cyclic.rows;

import io.metasched.resource.model.JobId;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * How long postponements last: a decision {@code postponed} is written once for all cycles in a row
 * that left the job in the queue for the same reason.
 */
public final class Postponements {
  private static final String POSTPONED = "postponed";

  private final RunHeader header;

  private Postponements(RunHeader header) {
    this.header = header;
  }

  /**
   * Goes through the postponements of a run.
   *
   * @param action gets each with the number of the last cycle that it holds for; where the rows
   *     contradict each other, this may be any
   */
  public static void forEach(CyclicRun run, ObjIntConsumer<DecisionRow> action) {
    var spans = new Postponements(run.header());
    var open = new TreeMap<JobId, DecisionRow>();
    for (var decision : run.decisions()) {
      if (decision.event().equals("reserved")) {
        continue; // what becomes of the job is said next
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

  /** For each cycle that postponed a job anew, the last one that did so for the same reason. */
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
   * The last cycle that is known to have left a job in the queue as a decision says. Of a cycle in
   * which the job is withdrawn while it is planned, it is not known.
   *
   * @param next what was decided next; null where nothing was before the run ended
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
