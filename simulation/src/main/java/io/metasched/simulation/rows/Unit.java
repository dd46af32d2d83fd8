package io.metasched.simulation.rows;

/** What the values of a column or a metric are counted in. */
public enum Unit {
  /** A name, a flag or a ratio without a unit. */
  NONE(""),
  /** Model time, in units of 1000 ticks. */
  TIME("units of time"),
  /** Model time, in seconds of 1000 ticks. */
  SECONDS("seconds"),
  /** Money, in units of 1000 thousandths. */
  MONEY("money"),
  /** Money per unit of time. */
  PRICE("money per unit of time"),
  /** A number of jobs. */
  JOBS("jobs"),
  /** A number of nodes. */
  NODES("nodes"),
  /** A number of processors. */
  PROCESSORS("processors"),
  /** A number of processing elements. */
  ELEMENTS("elements"),
  /** Processors times seconds. */
  PROCESSOR_SECONDS("processor seconds"),
  /** A number of cycles. */
  CYCLES("cycles"),
  /** A number of alternatives. */
  ALTERNATIVES("alternatives"),
  /** A number of things of no other unit. */
  COUNT("count"),
  /** A number of things in a second of the wall. */
  PER_WALL_SECOND("per second of the wall"),
  /** Performance times time. */
  VOLUME("volume"),
  /** A share of a whole, from 0 to 1. */
  SHARE("share");

  private final String label;

  Unit(String label) {
    this.label = label;
  }

  /** Whether it counts things, so that its values are often whole. */
  public boolean counts() {
    return switch (this) {
      case JOBS, NODES, PROCESSORS, ELEMENTS, CYCLES, ALTERNATIVES, COUNT -> true;
      case NONE, TIME, SECONDS, MONEY, PRICE, PROCESSOR_SECONDS, PER_WALL_SECOND, VOLUME, SHARE ->
          false;
    };
  }

  /** How tables and axes call it; empty for none. */
  public String label() {
    return label;
  }
}
