package io.metasched.simulation.system.whatif.rows;

import static io.metasched.simulation.rows.ColumnType.INTEGER_IF_ANY;
import static io.metasched.simulation.rows.ColumnType.NUMBER;
import static io.metasched.simulation.rows.ColumnType.UNITS_IF_ANY;
import static io.metasched.simulation.rows.ColumnType.integerFrom;
import static io.metasched.simulation.rows.ColumnType.unitsFrom;
import static io.metasched.simulation.rows.Field.field;
import static io.metasched.simulation.rows.Unit.PROCESSORS;
import static io.metasched.simulation.rows.Unit.SECONDS;

import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rule.ArrivalRule;
import io.metasched.simulation.workload.trace.Precedence;
import java.util.Comparator;

/**
 * Job of a cluster's own users, as in jobs.csv; ticks are -1 if there are none.
 *
 * @param id number of the job
 * @param cluster cluster on which the job ran, from 0
 * @param submit tick of its submission
 * @param processors number of processors
 * @param runTicks run time
 * @param limitTicks estimated run time
 * @param user number of the user, -1 if unknown
 * @param likelyTicks predicted run time, from the shares of their estimates that the user's jobs
 *     had used
 * @param start tick of its start
 * @param end tick of its end
 * @param aloneStart start without any requests for reservations, with jobs submitted as in the run
 * @param logged submit time in the log; -1 if the job did not wait for other jobs
 * @param after jobs and requests for which the job waited
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
          field("id", NUMBER, "number in the log"),
          field("cluster", integerFrom(0), "cluster of the job"),
          field("submit", unitsFrom(0), SECONDS, "submission"),
          field("processors", integerFrom(1), PROCESSORS, "number of processors"),
          field("run", unitsFrom(1), SECONDS, "run time"),
          field("limit", unitsFrom(1), SECONDS, "estimated run time"),
          field("user", INTEGER_IF_ANY, "number of the user; empty if unknown"),
          field(
              "likely",
              unitsFrom(1),
              SECONDS,
              "predicted run time, from the shares of their estimates that the user's jobs"
                  + " took"),
          field("start", UNITS_IF_ANY, SECONDS, "start"),
          field("end", UNITS_IF_ANY, SECONDS, "end"),
          field(
              "aloneStart",
              UNITS_IF_ANY,
              SECONDS,
              "start without any requests for reservations, at equal submissions"),
          field(
              "logged",
              UNITS_IF_ANY,
              SECONDS,
              "submission in the log, if the job waited for other jobs; else empty"),
          field(
              "after",
              Precedence.COLUMN,
              "preceding jobs, such as `3;17`, with the think time after each: `17+20`"));

  /** Returns the arrival, for the rule. */
  public ArrivalRule.Arrival arrival() {
    return new ArrivalRule.Arrival(id, submit, logged, after);
  }

  /** Returns the delay of the job's start by requests; negative if the job began earlier. */
  public long addedWait() {
    return start - aloneStart;
  }
}
