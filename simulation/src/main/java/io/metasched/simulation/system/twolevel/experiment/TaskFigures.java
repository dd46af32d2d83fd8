package io.metasched.simulation.system.twolevel.experiment;

import io.metasched.simulation.system.twolevel.rows.TwoLevelEventRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelEventRow.Event;
import io.metasched.simulation.system.twolevel.rows.TwoLevelJobRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelPlacementRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Statistics of the tasks of one kind, which the paper's criteria combine; times in seconds, NaN if
 * there is no such task.
 */
final class TaskFigures {
  private static final double TICKS = 1000;
  private static final int NONE = 0;
  private static final int BATCH = 1;
  private static final int RESERVATION = 2;

  private TaskFigures() {}

  /** Returns the mean flow time of the batch tasks alone. */
  static double batchFlow(TwoLevelRun run) {
    return mean(run, job -> !job.isReservation(), TaskFigures::flow);
  }

  /**
   * Returns the mean increase of the batch tasks' flow time compared with the same tasks in another
   * run.
   */
  static double batchRise(TwoLevelRun run, TwoLevelRun without) {
    var before = byId(without);
    return mean(run, job -> !job.isReservation(), job -> flow(job) - flow(byId(before, job.id())));
  }

  /** Returns the mean flow time of the reservations alone. */
  static double reservationFlow(TwoLevelRun run) {
    return mean(run, TwoLevelJobRow::isReservation, TaskFigures::flow);
  }

  /** Returns the mean time from the ready time of a reservation to its start. */
  static double delay(TwoLevelRun run) {
    return mean(run, TwoLevelJobRow::isReservation, job -> (job.start() - job.ready()) / TICKS);
  }

  /** Returns the mean distance between the starts of a reservation in two runs. */
  static double apart(TwoLevelRun run, TwoLevelRun other) {
    var there = byId(other);
    return mean(
        run,
        TwoLevelJobRow::isReservation,
        job -> Math.abs(job.start() - byId(there, job.id()).start()) / TICKS);
  }

  /**
   * Returns the work of the batch tasks divided by the capacity of half of the processors while
   * jobs arrive.
   */
  static double batchLoad(TwoLevelRun run) {
    double work =
        run.jobs().stream()
            .filter(job -> !job.isReservation())
            .mapToDouble(job -> (double) job.processors() * job.runTicks())
            .sum();
    var submits = run.jobs().stream().mapToLong(TwoLevelJobRow::submit).summaryStatistics();
    int half = run.facts().providers() * run.facts().processors() / 2;
    return work / half / (submits.getMax() - submits.getMin());
  }

  /**
   * Returns the share of reservations among the previous jobs on the processors of reservations,
   * processor by processor.
   */
  static double afterReservation(TwoLevelRun run) {
    var jobs = byId(run);
    var last = new int[run.facts().providers()][run.facts().processors()];
    long followed = 0;
    long reservations = 0;
    for (var placement :
        run.placements().stream()
            .sorted(Comparator.comparingLong(TwoLevelPlacementRow::start))
            .toList()) {
      boolean isReservation = byId(jobs, placement.job()).isReservation();
      var there = last[placement.provider()];
      for (int i = placement.first(); i <= placement.last(); i++) {
        followed += isReservation && there[i] != NONE ? 1 : 0;
        reservations += isReservation && there[i] == RESERVATION ? 1 : 0;
        there[i] = isReservation ? RESERVATION : BATCH;
      }
    }
    return (double) reservations / followed;
  }

  /** Returns the mean number of jobs that leave the grid queue together. */
  static double collected(TwoLevelRun run) {
    var leaving =
        run.events().stream()
            .filter(event -> event.event() == Event.SENT || event.event() == Event.RESERVED)
            .map(TwoLevelEventRow::tick)
            .toList();
    return (double) leaving.size() / leaving.stream().distinct().count();
  }

  private static Map<Long, TwoLevelJobRow> byId(TwoLevelRun run) {
    var jobs = new TreeMap<Long, TwoLevelJobRow>();
    run.jobs().forEach(job -> jobs.put(job.id(), job));
    return jobs;
  }

  private static TwoLevelJobRow byId(Map<Long, TwoLevelJobRow> jobs, long id) {
    return Objects.requireNonNull(jobs.get(id));
  }

  private static double flow(TwoLevelJobRow job) {
    return (job.end() - job.submit()) / TICKS;
  }

  private static double mean(
      TwoLevelRun run, Predicate<TwoLevelJobRow> which, ToDoubleFunction<TwoLevelJobRow> value) {
    return run.jobs().stream()
        .filter(which)
        .filter(TwoLevelJobRow::hasRun)
        .mapToDouble(value)
        .average()
        .orElse(Double.NaN);
  }
}
