package io.metasched.simulation.workload.trace;

/**
 * Fields of a job line, 18 in their order; fields that the replay does not use may be any number.
 */
enum SwfField {
  JOB(1, "job number", Kind.ID),
  SUBMIT(2, "submit time", Kind.SECONDS),
  WAIT(3, "wait time", Kind.ANY),
  RUN(4, "run time", Kind.SECONDS),
  ALLOCATED_PROCESSORS(5, "allocated processors", Kind.COUNT),
  CPU_TIME(6, "average CPU time", Kind.ANY),
  USED_MEMORY(7, "used memory", Kind.ANY),
  REQUESTED_PROCESSORS(8, "requested processors", Kind.COUNT),
  REQUESTED_TIME(9, "requested time", Kind.SECONDS),
  REQUESTED_MEMORY(10, "requested memory", Kind.ANY),
  STATUS(11, "status", Kind.ANY),
  USER(12, "user", Kind.USER),
  GROUP(13, "group", Kind.ANY),
  APPLICATION(14, "application", Kind.ANY),
  QUEUE(15, "queue", Kind.ANY),
  PARTITION(16, "partition", Kind.ANY),
  PRECEDING_JOB(17, "preceding job", Kind.ANY),
  THINK_TIME(18, "think time", Kind.SECONDS);

  /** Kind of values of a field; the bounds are included. */
  private enum Kind {
    ID(true, 0, 1_000_000_000_000_000L),
    /** Seconds, bounded to about 300 years, so that sums over a log stay far from overflow. */
    SECONDS(false, -10_000_000_000L, 10_000_000_000L),
    COUNT(true, Integer.MIN_VALUE, Integer.MAX_VALUE),
    /** Number of a user: machines number users by unsigned 32-bit integers. */
    USER(true, Integer.MIN_VALUE, 4_294_967_295L),
    ANY(false, -DecimalText.LARGEST_WHOLE, DecimalText.LARGEST_WHOLE);

    private final boolean whole;
    private final long least;
    private final long most;

    Kind(boolean whole, long least, long most) {
      this.whole = whole;
      this.least = least;
      this.most = most;
    }
  }

  private final int number;
  private final String title;
  private final Kind kind;
  private final long leastMilli;
  private final long mostMilli;

  SwfField(int number, String title, Kind kind) {
    this.number = number;
    this.title = title;
    this.kind = kind;
    this.leastMilli = kind.least * DecimalText.MILLI;
    this.mostMilli = kind.most * DecimalText.MILLI;
  }

  /** Returns the position of the field in its line, from 1. */
  int number() {
    return number;
  }

  /** Returns whether the field may hold a value, given in thousandths. */
  boolean allows(long milli) {
    return leastMilli <= milli
        && milli <= mostMilli
        && (!kind.whole || milli % DecimalText.MILLI == 0);
  }

  /** Returns the largest value that the field may hold, in thousandths. */
  long mostMilli() {
    return mostMilli;
  }

  /** Returns the field and its allowed values, for a message. */
  String rule() {
    return "field %d (%s) must be a %s number from %d to %d"
        .formatted(number, title, kind.whole ? "whole" : "decimal", kind.least, kind.most);
  }
}
