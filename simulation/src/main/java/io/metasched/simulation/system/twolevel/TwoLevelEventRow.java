package io.metasched.simulation.system.twolevel;

import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.RowFormat;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import java.util.List;

/**
 * Something that happened to a job on two levels, as in events.csv: job by job, in the order in
 * which it happened. Ticks and numbers are -1 where the event has none.
 *
 * @param job number of the job
 * @param tick when it happened
 * @param event what happened
 * @param provider the provider, from 0
 * @param start start of what was offered, reserved or withdrawn; when a postponed job leaves the
 *     grid queue
 * @param end end of what was offered, reserved or withdrawn
 * @param waiting how many batch jobs waited at the provider that a batch job was sent to
 * @param reservedWork processors x ticks that the provider had reserved for others to come, when it
 *     made its offer
 * @param reason why: a word of {@link Reason} or of a refusal; empty where there is nothing to say
 */
public record TwoLevelEventRow(
    long job,
    long tick,
    Event event,
    int provider,
    long start,
    long end,
    int waiting,
    long reservedWork,
    String reason) {
  private static final int NONE = -1;

  /** What can happen to a job. */
  public enum Event {
    /** It joined the grid queue. */
    SUBMITTED,
    /** It does not leave the grid queue at once. */
    POSTPONED,
    /** A provider offered a reservation. */
    OFFERED,
    /** A provider keeps a reservation for it. */
    RESERVED,
    /** A late reservation was given up for an earlier start. */
    WITHDRAWN,
    /** Its request was refused: by a provider, or by the grid where none is named. */
    REFUSED,
    /** It came into the batch queue of a provider. */
    SENT,
    /** It began to run. */
    STARTED,
    /** It ended by itself. */
    ENDED,
    /** It was stopped at the end of its reservation. */
    STOPPED
  }

  /** Why a provider was chosen, or a job has to wait. */
  public enum Reason {
    /** The grid queue is served once in a period. */
    GRID_PERIOD("served once in a period"),
    /** No other provider takes such jobs. */
    ONLY_PROVIDER("no other takes such jobs"),
    /** Drawn at random. */
    DRAWN("drawn at random"),
    /** Its start is the earliest. */
    EARLIEST_START("the earliest start"),
    /** It is the first by index that can begin in time. */
    FIRST_IN_TIME("the first that ends in time"),
    /** Of those that can begin in time it has the most reserved. */
    MOST_RESERVED("of those in time it has the most reserved"),
    /** It has the fewest waiting jobs. */
    FEWEST_WAITING("the fewest waiting jobs"),
    /** Its turn has come. */
    NEXT_IN_TURN("the next in turn");

    private final String sentence;
    private final String word = RowFormat.lowerCase(this);

    Reason(String sentence) {
      this.sentence = sentence;
    }

    /** What an explanation says. */
    String sentence() {
      return sentence;
    }

    /** What files call it. */
    String word() {
      return word;
    }
  }

  private static final Column<TwoLevelEventRow, Long> JOB =
      Column.of("job", ColumnType.NUMBER, TwoLevelEventRow::job);
  private static final Column<TwoLevelEventRow, Long> TICK =
      Column.of("time", ColumnType.unitsFrom(0), Unit.SECONDS, TwoLevelEventRow::tick);
  private static final Column<TwoLevelEventRow, Event> EVENT =
      Column.of("event", ColumnType.constant(Event.values()), TwoLevelEventRow::event);
  private static final Column<TwoLevelEventRow, Integer> PROVIDER =
      Column.of("provider", ColumnType.INTEGER_IF_ANY, TwoLevelEventRow::provider);
  private static final Column<TwoLevelEventRow, Long> START =
      Column.of("start", ColumnType.UNITS_IF_ANY, Unit.SECONDS, TwoLevelEventRow::start);
  private static final Column<TwoLevelEventRow, Long> END =
      Column.of("end", ColumnType.UNITS_IF_ANY, Unit.SECONDS, TwoLevelEventRow::end);
  private static final Column<TwoLevelEventRow, Integer> WAITING =
      Column.of("waiting", ColumnType.INTEGER_IF_ANY, Unit.JOBS, TwoLevelEventRow::waiting);
  private static final Column<TwoLevelEventRow, Long> RESERVED =
      Column.of(
          "reserved",
          ColumnType.UNITS_IF_ANY,
          Unit.PROCESSOR_SECONDS,
          TwoLevelEventRow::reservedWork);
  private static final Column<TwoLevelEventRow, String> REASON =
      Column.of("reason", ColumnType.TEXT, TwoLevelEventRow::reason);

  /** The file events.csv. */
  public static final TableFormat<TwoLevelEventRow> FORMAT =
      TableFormat.ofRecord(
          TwoLevelEventRow.class,
          "events.csv",
          List.of(JOB, TICK, EVENT, PROVIDER, START, END, WAITING, RESERVED, REASON));

  /** An event that names no provider. */
  static TwoLevelEventRow of(long job, long tick, Event event) {
    return at(job, tick, event, NONE);
  }

  /** An event at a provider. */
  static TwoLevelEventRow at(long job, long tick, Event event, int provider) {
    return new TwoLevelEventRow(job, tick, event, provider, NONE, NONE, NONE, NONE, "");
  }

  /** The same for a span. */
  TwoLevelEventRow from(long startTick, long endTick) {
    return new TwoLevelEventRow(
        job, tick, event, provider, startTick, endTick, waiting, reservedWork, reason);
  }

  /** Returns the same event later by {@code ticks}. */
  TwoLevelEventRow later(long ticks) {
    return new TwoLevelEventRow(
        job,
        tick + ticks,
        event,
        provider,
        start == NONE ? NONE : start + ticks,
        end == NONE ? NONE : end + ticks,
        waiting,
        reservedWork,
        reason);
  }

  /** The same for a reason. */
  TwoLevelEventRow since(String why) {
    return new TwoLevelEventRow(job, tick, event, provider, start, end, waiting, reservedWork, why);
  }

  /** The same with what the provider had to do: waiting jobs, or reserved work, or -1. */
  TwoLevelEventRow with(int waitingJobs, long work) {
    return new TwoLevelEventRow(job, tick, event, provider, start, end, waitingJobs, work, reason);
  }
}
