package io.metasched.simulation.system.whatif.rows;

import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import io.metasched.simulation.rule.ArrivalRule;
import io.metasched.simulation.workload.trace.Precedence;
import java.util.Comparator;
import java.util.List;

/**
 * Job of a cluster's own users, as in jobs.csv; ticks are -1 if there are none.
 *
 * @param id number of the job
 * @param cluster cluster on which it ran, from 0
 * @param submit tick of its submission
 * @param processors number of processors
 * @param runTicks run time
 * @param limitTicks estimated run time
 * @param user number of its user, -1 if unknown
 * @param likelyTicks predicted run time, from the shares of their estimates that its user's jobs
 *     had taken
 * @param start tick of its start
 * @param end tick of its end
 * @param aloneStart start without any requests for reservations, with jobs submitted as in the run
 * @param logged submit time in the log; -1 if it did not wait for other jobs
 * @param after jobs and requests for which it waited
 */
public record WhatIfJobRow(
    long id,
    int cluster,
    long submit,
    int processors,
    long runTicks,
    long limitTicks,
    int user,
    long likelyTicks,
    long start,
    long end,
    long aloneStart,
    long logged,
    Precedence after) {
  /** Order by submission. */
  public static final Comparator<WhatIfJobRow> ORDER =
      Comparator.comparingLong(WhatIfJobRow::submit).thenComparingLong(WhatIfJobRow::id);

  /** Format of jobs.csv. */
  public static final TableFormat<WhatIfJobRow> FORMAT =
      TableFormat.ofRecord(
          WhatIfJobRow.class,
          "jobs.csv",
          List.of(
              Column.of("id", ColumnType.NUMBER, "number in the log", WhatIfJobRow::id),
              Column.of(
                  "cluster",
                  ColumnType.integerFrom(0),
                  "cluster on which it runs",
                  WhatIfJobRow::cluster),
              Column.of(
                  "submit",
                  ColumnType.unitsFrom(0),
                  Unit.SECONDS,
                  "submission",
                  WhatIfJobRow::submit),
              Column.of(
                  "processors",
                  ColumnType.integerFrom(1),
                  Unit.PROCESSORS,
                  "number of processors",
                  WhatIfJobRow::processors),
              Column.of(
                  "run", ColumnType.unitsFrom(1), Unit.SECONDS, "run time", WhatIfJobRow::runTicks),
              Column.of(
                  "limit",
                  ColumnType.unitsFrom(1),
                  Unit.SECONDS,
                  "estimated run time",
                  WhatIfJobRow::limitTicks),
              Column.of(
                  "user",
                  ColumnType.INTEGER_IF_ANY,
                  "number of its user; empty if unknown",
                  WhatIfJobRow::user),
              Column.of(
                  "likely",
                  ColumnType.unitsFrom(1),
                  Unit.SECONDS,
                  "predicted run time, from the shares of their estimates that the user's jobs"
                      + " took",
                  WhatIfJobRow::likelyTicks),
              Column.of(
                  "start", ColumnType.UNITS_IF_ANY, Unit.SECONDS, "start", WhatIfJobRow::start),
              Column.of("end", ColumnType.UNITS_IF_ANY, Unit.SECONDS, "end", WhatIfJobRow::end),
              Column.of(
                  "aloneStart",
                  ColumnType.UNITS_IF_ANY,
                  Unit.SECONDS,
                  "start without any requests for reservations, at equal submissions",
                  WhatIfJobRow::aloneStart),
              Column.of(
                  "logged",
                  ColumnType.UNITS_IF_ANY,
                  Unit.SECONDS,
                  "submission in the log, if it waited for other jobs; else empty",
                  WhatIfJobRow::logged),
              Column.of(
                  "after",
                  Precedence.COLUMN,
                  "jobs it waited for, such as `3;17`, with the time to think after them: `17+20`",
                  WhatIfJobRow::after)));

  /** Returns the arrival, for the rule. */
  public ArrivalRule.Arrival arrival() {
    return new ArrivalRule.Arrival(id, submit, logged, after);
  }

  /** Returns the delay of its start by requests; negative if it began earlier. */
  public long addedWait() {
    return start - aloneStart;
  }
}
