package io.metasched.simulation.system.rectangles.metric;

import io.metasched.simulation.kernel.ComparedJobs;
import io.metasched.simulation.kernel.ComparedJobs.JobMeasure;
import io.metasched.simulation.kernel.ComparedJobs.JobTrait;
import io.metasched.simulation.rows.RowFormat;
import io.metasched.simulation.rows.Unit;
import io.metasched.simulation.rule.ReportedFigures;
import io.metasched.simulation.system.rectangles.RectanglesExplainer;
import io.metasched.simulation.system.rectangles.rows.RectanglesRun;
import io.metasched.simulation.system.rectangles.rows.ReservationRow;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Comparison of the requests of two runs. */
public final class ComparedReservations {
  private static final double TICKS = 1000;

  /** Pairing of the requests, and the compared values. */
  public static final ComparedJobs<RectanglesRun, ReservationRow> ALL =
      new ComparedJobs<>(
          ComparedReservations::byNumber,
          ReservationRow::arrival,
          List.of(
              new JobTrait<>("arrival", row -> ReportedFigures.seconds(row.arrival())),
              new JobTrait<>("request", RectanglesExplainer::request)),
          List.of(
              new JobTrait<>(
                  "wish", row -> RowFormat.lowerCase(row.wish()) + " " + row.wishMicro())),
          row -> RowFormat.lowerCase(row.outcome()),
          List.of(
              measure("start", "Start", Unit.SECONDS, row -> row.start() / TICKS),
              measure("delay", "Delay", Unit.SECONDS, row -> (row.start() - row.ready()) / TICKS),
              measure("slowdown", "Slowdown", Unit.NONE, ReservationRow::slowdown),
              measure("feasible", "Feasible starts", Unit.COUNT, ReservationRow::feasible)));

  private ComparedReservations() {}

  private static SortedMap<String, ReservationRow> byNumber(RectanglesRun run) {
    var jobs = new TreeMap<String, ReservationRow>(Comparator.comparingLong(Long::parseLong));
    run.jobs().forEach(row -> jobs.put(Long.toString(row.job()), row));
    return jobs;
  }

  private static JobMeasure<ReservationRow> measure(
      String key, String title, Unit unit, ToDoubleFunction<ReservationRow> value) {
    return new JobMeasure<>(
        key, title, unit, row -> row.isAccepted() ? value.applyAsDouble(row) : Double.NaN);
  }
}
