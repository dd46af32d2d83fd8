package io.metasched.simulation.translation;

import io.metasched.simulation.rows.Unit;

/** Common metrics of all systems. */
public enum CommonMetric {
  PLACED("placed", "Jobs placed", "jobs that ran / jobs", "1", Unit.SHARE, true),
  TIME_KEPT(
      "timeKept",
      "Times kept",
      "jobs with a fixed time that ran in it / all jobs with a fixed time",
      "1",
      Unit.SHARE,
      true),
  WAIT_MEAN(
      "waitMean",
      "Wait, mean",
      "mean of w = start - max(submission, ready), of jobs that ran",
      "see below",
      Unit.SECONDS,
      false),
  WAIT_MEDIAN("waitMedian", "Wait, median", "median of w", "0", Unit.SECONDS, false),
  WAIT_P90("waitP90", "Wait, 90th percentile", "90th percentile of w", "0", Unit.SECONDS, false),
  WAIT_P95("waitP95", "Wait, 95th percentile", "95th percentile of w", "0", Unit.SECONDS, false),
  WAIT_P99("waitP99", "Wait, 99th percentile", "99th percentile of w", "0", Unit.SECONDS, false),
  SLOWDOWN_MEAN(
      "slowdownMean",
      "Bounded slowdown, mean",
      "mean of b = max(1, (w + run) / max(run, 10 s)), of jobs that ran",
      "see below",
      Unit.NONE,
      false),
  SLOWDOWN_MEDIAN(
      "slowdownMedian", "Bounded slowdown, median", "median of b", "1", Unit.NONE, false),
  SLOWDOWN_P90(
      "slowdownP90",
      "Bounded slowdown, 90th percentile",
      "90th percentile of b",
      "1",
      Unit.NONE,
      false),
  SLOWDOWN_P95(
      "slowdownP95",
      "Bounded slowdown, 95th percentile",
      "95th percentile of b",
      "1",
      Unit.NONE,
      false),
  SLOWDOWN_P99(
      "slowdownP99",
      "Bounded slowdown, 99th percentile",
      "99th percentile of b",
      "1",
      Unit.NONE,
      false),
  TARDINESS(
      "tardiness",
      "Tardiness, mean",
      "mean of max(0, end - due), of jobs with a fixed time that ran",
      "0",
      Unit.SECONDS,
      false),
  UTILISATION(
      "utilisation",
      "Utilisation",
      "processor time used / all processor time, from the first to the last submission",
      "the machine works whenever a job could have run by the last submission",
      Unit.SHARE,
      true),
  FRAGMENTATION(
      "fragmentation",
      "Fragmentation",
      "vacant processor time while the smallest of the waiting jobs that are ready, and run later,"
          + " needs more than is vacant (in one site, unless jobs may cross sites) / all processor"
          + " time",
      "0",
      Unit.SHARE,
      false),
  COST(
      "cost",
      "Cost to users",
      "price x processor time / processor time, of jobs that ran; the mean price without sites",
      "price of the cheapest site",
      Unit.PRICE,
      false),
  INCOME(
      "income",
      "Income of owners",
      "price x processor time used / (processors x time), from the first to the last submission",
      "bound of `utilisation`, most expensive sites first",
      Unit.PRICE,
      true),
  FAIRNESS(
      "fairness",
      "Fairness among users",
      "Jain's index of the users' mean slowdowns: (sum)^2 / (n x sum of squares)",
      "1",
      Unit.NONE,
      true),
  LOST(
      "lost",
      "Held and not used",
      "(processor time held - used) / held, including time held for jobs that did not run",
      "0",
      Unit.SHARE,
      false),
  MAKESPAN(
      "makespan",
      "Makespan",
      "from the first submission to the last end",
      "maximum of ready + run, and of ready + area of all jobs ready then or later / m",
      Unit.SECONDS,
      false);

  private final String key;
  private final String title;
  private final String formula;
  private final String bound;
  private final Unit unit;
  private final boolean isMoreBetter;

  CommonMetric(
      String key, String title, String formula, String bound, Unit unit, boolean isMoreBetter) {
    this.key = key;
    this.title = title;
    this.formula = formula;
    this.bound = bound;
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

  /** Returns the formula, for the docs. */
  public String formula() {
    return formula;
  }

  /** Returns the best value that any schedule can reach, for the docs. */
  public String bound() {
    return bound;
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
