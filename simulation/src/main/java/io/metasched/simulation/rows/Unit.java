package io.metasched.simulation.rows;

/** Unit of the values of a column or a metric. */
public enum Unit {
  /** No unit: a name, a flag or a ratio. */
  NONE(""),
  /** Model time, in units of 1000 ticks. */
  TIME("units of time"),
  /** Model time, in seconds of 1000 ticks. */
  SECONDS("seconds"),
  /** Money, in units of 1000 thousandths. */
  MONEY("money"),
  /** Money per unit of time. */
  PRICE("money per unit of time"),
  /** Number of jobs. */
  JOBS("jobs"),
  /** Number of nodes. */
  NODES("nodes"),
  /** Number of processors. */
  PROCESSORS("processors"),
  /** Number of processing elements. */
  ELEMENTS("elements"),
  /** Processors times seconds. */
  PROCESSOR_SECONDS("processor seconds"),
  /** Number of cycles. */
  CYCLES("cycles"),
  /** Number of alternatives. */
  ALTERNATIVES("alternatives"),
  /** Count without a specific unit. */
  COUNT("count"),
  /** Count per second of wall time. */
  PER_WALL_SECOND("per second of wall time"),
  /** Performance times time. */
  VOLUME("volume"),
  /** Share of a whole, from 0 to 1. */
  SHARE("share");

  private final String label;

  Unit(String label) {
    this.label = label;
  }

  /** Returns whether values in this unit are counts or amounts that are often whole. */
  public boolean counts() {
    return switch (this) {
      case JOBS, NODES, PROCESSORS, ELEMENTS, CYCLES, ALTERNATIVES, COUNT -> true;
      case NONE, TIME, SECONDS, MONEY, PRICE, PROCESSOR_SECONDS, PER_WALL_SECOND, VOLUME, SHARE ->
          false;
    };
  }

  /** Returns the label in tables and on axes; empty for none. */
  public String label() {
    return label;
  }
}
