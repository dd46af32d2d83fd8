package io.metasched.simulation.translation;

import io.metasched.simulation.rows.Unit;

/** What all systems are measured by. Formulas: docs/five-systems.md. */
public enum CommonMetric {
  /** Jobs that ran, of all. */
  PLACED("placed", "Jobs placed", Unit.SHARE, true),
  /** Jobs that ran in the time they need, of those that need one. */
  TIME_KEPT("timeKept", "Times kept", Unit.SHARE, true),
  /** From when a job could run to its start; of jobs that ran. */
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
  /** How late jobs ended that need a time, 0 for those in time; of those that ran. */
  TARDINESS("tardiness", "Tardiness, mean", Unit.SECONDS, false),
  /** Processor time used while jobs were submitted, of all there was. */
  UTILISATION("utilisation", "Utilisation", Unit.SHARE, true),
  /** Vacant processor time that no waiting job had the room to use, of all there was. */
  FRAGMENTATION("fragmentation", "Fragmentation", Unit.SHARE, false),
  /** What a processor cost, on average over the processor time used. */
  COST("cost", "Cost to users", Unit.PRICE, false),
  /** What owners earned per processor there is, while jobs were submitted. */
  INCOME("income", "Income of owners", Unit.PRICE, true),
  /** Jain's index of the users' mean slowdowns: 1 where all are equal. */
  FAIRNESS("fairness", "Fairness among users", Unit.NONE, true),
  /** Processor time that was held and not used, of that which was held. */
  LOST("lost", "Held and not used", Unit.SHARE, false),
  /** From the first submission to the last end. */
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

  /** Its name in tables. */
  public String key() {
    return key;
  }

  /** What charts call it. */
  public String title() {
    return title;
  }

  /** The same with its unit, for an axis. */
  public String axis() {
    var label = unit.label();
    return label.isEmpty() ? title : title + ", " + label;
  }

  /** What it is counted in. */
  public Unit unit() {
    return unit;
  }

  /** Whether more of it is better. */
  public boolean isMoreBetter() {
    return isMoreBetter;
  }
}
