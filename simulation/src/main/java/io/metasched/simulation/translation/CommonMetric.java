package io.metasched.simulation.translation;

import io.metasched.simulation.rows.Unit;

/** Common metrics of all systems. Formulas: docs/experiments.md. */
public enum CommonMetric {
  /** Share of the jobs that ran. */
  PLACED("placed", "Jobs placed", Unit.SHARE, true),
  /** Share of the jobs with a fixed time that ran within it. */
  TIME_KEPT("timeKept", "Times kept", Unit.SHARE, true),
  /** Time from the ready time to the start, of jobs that ran. */
  WAIT_MEAN("waitMean", "Wait, mean", Unit.SECONDS, false),
  WAIT_MEDIAN("waitMedian", "Wait, median", Unit.SECONDS, false),
  WAIT_P90("waitP90", "Wait, 90th percentile", Unit.SECONDS, false),
  WAIT_P95("waitP95", "Wait, 95th percentile", Unit.SECONDS, false),
  WAIT_P99("waitP99", "Wait, 99th percentile", Unit.SECONDS, false),
  /** (wait + run) / max(run, 10 s), at least 1; of jobs that ran. */
  SLOWDOWN_MEAN("slowdownMean", "Bounded slowdown, mean", Unit.NONE, false),
  SLOWDOWN_MEDIAN("slowdownMedian", "Bounded slowdown, median", Unit.NONE, false),
  SLOWDOWN_P90("slowdownP90", "Bounded slowdown, 90th percentile", Unit.NONE, false),
  SLOWDOWN_P95("slowdownP95", "Bounded slowdown, 95th percentile", Unit.NONE, false),
  SLOWDOWN_P99("slowdownP99", "Bounded slowdown, 99th percentile", Unit.NONE, false),
  /** Time by which jobs with a fixed time ended late, 0 for those in time; of those that ran. */
  TARDINESS("tardiness", "Tardiness, mean", Unit.SECONDS, false),
  /** Share of the total processor time that was used while jobs were submitted. */
  UTILISATION("utilisation", "Utilisation", Unit.SHARE, true),
  /** Share of the total processor time that was vacant because no waiting job fitted. */
  FRAGMENTATION("fragmentation", "Fragmentation", Unit.SHARE, false),
  /** Average price of a processor over the processor time used. */
  COST("cost", "Cost to users", Unit.PRICE, false),
  /** Income of the owners per processor while jobs were submitted. */
  INCOME("income", "Income of owners", Unit.PRICE, true),
  /** Jain's index of the users' mean slowdowns: 1 if all are equal. */
  FAIRNESS("fairness", "Fairness among users", Unit.NONE, true),
  /** Share of the held processor time that was not used. */
  LOST("lost", "Held and not used", Unit.SHARE, false),
  /** Time from the first submission to the last end. */
  MAKESPAN("makespan", "Makespan", Unit.SECONDS, false);

  private final String key;
  private final String title;
  private final Unit unit;
  private final boolean isMoreBetter;

  CommonMetric(String key, String title, Unit unit, boolean isMoreBetter) {
    this.key = key;
    this.title = title;
    this.unit = unit;
    this.isMoreBetter = isMoreBetter;
  }

  /** Returns the name in tables. */
  public String key() {
    return key;
  }

  /** Returns the name in charts. */
  public String title() {
    return title;
  }

  /** Returns the name in charts with its unit, for an axis. */
  public String axis() {
    var label = unit.label();
    return label.isEmpty() ? title : title + ", " + label;
  }

  /** Returns the unit of its values. */
  public Unit unit() {
    return unit;
  }

  /** Returns whether greater values are better. */
  public boolean isMoreBetter() {
    return isMoreBetter;
  }
}
