package io.metasched.simulation.system.whatif;

import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import io.metasched.simulation.rule.ArrivalRule;
import io.metasched.simulation.workload.trace.Precedence;
import java.util.Comparator;
import java.util.List;

/**
 * A job of a cluster's own users, as in jobs.csv; ticks are -1 where there are none.
 *
 * @param id its number
 * @param cluster where it ran, from 0
 * @param submit when it was submitted
 * @param processors how many it takes
 * @param runTicks how long it runs
 * @param limitTicks its estimate
 * @param user number of its user, -1 where unknown
 * @param likelyTicks how long it was likely to run, by what its user's jobs had taken of their
 *     estimates
 * @param start when it began
 * @param end when it ended
 * @param aloneStart when it would have begun if there were no requests for reservations, and jobs
 *     were submitted as they were
 * @param logged when the log has it submitted; -1 where it waited for no other
 * @param after the jobs and requests that it waited for
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
  /** By submission. */
  static final Comparator<WhatIfJobRow> ORDER =
      Comparator.comparingLong(WhatIfJobRow::submit).thenComparingLong(WhatIfJobRow::id);

  /** The file jobs.csv. */
  static final TableFormat<WhatIfJobRow> FORMAT =
      TableFormat.ofRecord(
          WhatIfJobRow.class,
          "jobs.csv",
          List.of(
              Column.of("id", ColumnType.NUMBER, WhatIfJobRow::id),
              Column.of("cluster", ColumnType.integerFrom(0), WhatIfJobRow::cluster),
              Column.of("submit", ColumnType.unitsFrom(0), Unit.SECONDS, WhatIfJobRow::submit),
              Column.of(
                  "processors",
                  ColumnType.integerFrom(1),
                  Unit.PROCESSORS,
                  WhatIfJobRow::processors),
              Column.of("run", ColumnType.unitsFrom(1), Unit.SECONDS, WhatIfJobRow::runTicks),
              Column.of("limit", ColumnType.unitsFrom(1), Unit.SECONDS, WhatIfJobRow::limitTicks),
              Column.of("user", ColumnType.INTEGER_IF_ANY, WhatIfJobRow::user),
              Column.of("likely", ColumnType.unitsFrom(1), Unit.SECONDS, WhatIfJobRow::likelyTicks),
              Column.of("start", ColumnType.UNITS_IF_ANY, Unit.SECONDS, WhatIfJobRow::start),
              Column.of("end", ColumnType.UNITS_IF_ANY, Unit.SECONDS, WhatIfJobRow::end),
              Column.of(
                  "aloneStart", ColumnType.UNITS_IF_ANY, Unit.SECONDS, WhatIfJobRow::aloneStart),
              Column.of("logged", ColumnType.UNITS_IF_ANY, Unit.SECONDS, WhatIfJobRow::logged),
              Column.of("after", Precedence.COLUMN, WhatIfJobRow::after)));

  /** When it was submitted, for the rule. */
  ArrivalRule.Arrival arrival() {
    return new ArrivalRule.Arrival(id, submit, logged, after);
  }

  /** How much later it began than without requests; negative where it began earlier. */
  public long addedWait() {
    return start - aloneStart;
  }
}
