package io.metasched.simulation.system.whatif.metric;

import io.metasched.simulation.kernel.ComparedJobs;
import io.metasched.simulation.kernel.ComparedJobs.JobMeasure;
import io.metasched.simulation.kernel.ComparedJobs.JobTrait;
import io.metasched.simulation.rows.RowFormat;
import io.metasched.simulation.rows.Unit;
import io.metasched.simulation.rule.ReportedFigures;
import io.metasched.simulation.system.whatif.RequestMessages;
import io.metasched.simulation.system.whatif.rows.RequestRow;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Comparison of the requests of two runs. */
public final class ComparedRequests {
  private static final double TICKS = 1000;

  /** Pairing of the requests, and the compared values. */
  public static final ComparedJobs<WhatIfRun, RequestRow> ALL =
      new ComparedJobs<>(
          ComparedRequests::byNumber,
          RequestRow::submit,
          List.of(
              new JobTrait<>("submit", row -> ReportedFigures.seconds(row.submit())),
              new JobTrait<>("request", RequestMessages::asked)),
          List.of(
              new JobTrait<>("preference", row -> row.impactShare() + " " + row.isEarlyBetter())),
          row -> RowFormat.lowerCase(row.outcome()),
          List.of(
              measure("start", "Start", Unit.SECONDS, row -> row.start() / TICKS),
              measure(
                  "delay",
                  "Delay",
                  Unit.SECONDS,
                  row -> (row.start() - Math.max(row.ready(), row.submit())) / TICKS),
              measure("tried", "Placements tried", Unit.COUNT, RequestRow::tried)));

  private ComparedRequests() {}

  private static SortedMap<String, RequestRow> byNumber(WhatIfRun run) {
    var requests = new TreeMap<String, RequestRow>(Comparator.comparingLong(Long::parseLong));
    run.requests().forEach(row -> requests.put(Long.toString(row.id()), row));
    return requests;
  }

  private static JobMeasure<RequestRow> measure(
      String key, String title, Unit unit, ToDoubleFunction<RequestRow> value) {
    return new JobMeasure<>(
        key, title, unit, row -> row.isGranted() ? value.applyAsDouble(row) : Double.NaN);
  }
}
