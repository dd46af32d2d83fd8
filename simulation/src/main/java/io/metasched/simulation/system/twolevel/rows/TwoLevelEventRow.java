package io.metasched.simulation.system.twolevel.rows;

import static io.metasched.simulation.rows.ColumnType.INTEGER_IF_ANY;
import static io.metasched.simulation.rows.ColumnType.NUMBER;
import static io.metasched.simulation.rows.ColumnType.TEXT;
import static io.metasched.simulation.rows.ColumnType.UNITS_IF_ANY;
import static io.metasched.simulation.rows.ColumnType.constant;
import static io.metasched.simulation.rows.ColumnType.unitsFrom;
import static io.metasched.simulation.rows.Field.field;
import static io.metasched.simulation.rows.Unit.JOBS;
import static io.metasched.simulation.rows.Unit.PROCESSOR_SECONDS;
import static io.metasched.simulation.rows.Unit.SECONDS;

import io.metasched.simulation.rows.RowFormat;
import io.metasched.simulation.rows.TableFormat;

/**
 * Event of a job on two levels, as in events.csv: job by job, in the order of the events. Ticks and
 * numbers are -1 if the event has none.
 *
 * @param job number of the job
 * @param tick tick of the event
 * @param event kind of the event
 * @param provider provider, from 0
 * @param start start of the offered, reserved or withdrawn span; for a postponed job, the tick at
 *     which it leaves the grid queue
 * @param end end of the offered, reserved or withdrawn span
 * @param waiting number of batch jobs that waited at the provider to which a batch job was sent
 * @param reservedWork processors x ticks that the provider had reserved for other jobs that had not
 *     begun, at the time of the offer
 * @param reason word of {@link Reason} or of a refusal; empty if there is none
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

  /** Kinds of events. */
  public enum Event {
    /** Arrival in the grid queue. */
    SUBMITTED,
    /** Delay in the grid queue. */
    POSTPONED,
    /** Offer of a reservation by a provider. */
    OFFERED,
    /** Reservation at a provider. */
    RESERVED,
    /** Withdrawal of a late reservation for an earlier start. */
    WITHDRAWN,
    /** Refusal of the request: by a provider, or by the grid if no provider is named. */
    REFUSED,
    /** Arrival in the batch queue of a provider. */
    SENT,
    /** Start of the run. */
    STARTED,
    /** End of the run without being stopped. */
    ENDED,
    /** Stop at the end of the reservation. */
    STOPPED
  }

  /** Reasons for the selection of a provider, or for a delay. */
  public enum Reason {
    /** The grid queue is served once per period. */
    GRID_PERIOD("served once in a period"),
    /** No other provider accepts such jobs. */
    ONLY_PROVIDER("no other provider takes such jobs"),
    /** The provider is drawn at random. */
    DRAWN("drawn at random"),
    /** The provider has the earliest start. */
    EARLIEST_START("the earliest start"),
    /** First provider by index at which the reservation can begin in time. */
    FIRST_IN_TIME("the first that ends in time"),
    /** Provider with the most reserved work among those that can begin in time. */
    MOST_RESERVED("of the providers in time, it has the most reserved"),
    /** Provider with the fewest waiting jobs. */
    FEWEST_WAITING("the fewest waiting jobs"),
    /** Next provider in round-robin order. */
    NEXT_IN_TURN("the next in turn");

    private final String sentence;
    private final String word = RowFormat.lowerCase(this);

    Reason(String sentence) {
      this.sentence = sentence;
    }

    /** Returns the text of an explanation. */
    public String sentence() {
      return sentence;
    }

    /** Returns the word in files. */
    public String word() {
      return word;
    }
  }

  /** Format of events.csv. */
  public static final TableFormat<TwoLevelEventRow> FORMAT =
      TableFormat.ofRecord(
          TwoLevelEventRow.class,
          "events.csv",
          field("job", NUMBER, "job of the event"),
          field("time", unitsFrom(0), SECONDS, "time of the event"),
          field("event", constant(Event.values()), "kind of the event"),
          field("provider", INTEGER_IF_ANY, "provider, from 0; empty if none is concerned"),
          field(
              "start",
              UNITS_IF_ANY,
              SECONDS,
              "start of the offered, reserved or withdrawn span; of `postponed`, the next"
                  + " dispatch"),
          field("end", UNITS_IF_ANY, SECONDS, "end of that span"),
          field("waiting", INTEGER_IF_ANY, JOBS, "of `sent`: batch jobs waiting at the provider"),
          field(
              "reserved",
              UNITS_IF_ANY,
              PROCESSOR_SECONDS,
              "of `offered`: work that the provider had reserved for jobs that had not begun"),
          field(
              "reason",
              TEXT,
              "of a refusal as in `jobs.csv`; otherwise " + RowFormat.words(Reason.values())));

  /** Creates an event without a provider. */
  public static TwoLevelEventRow of(long job, long tick, Event event) {
    return at(job, tick, event, NONE);
  }

  /** Creates an event at a provider. */
  public static TwoLevelEventRow at(long job, long tick, Event event, int provider) {
    return new TwoLevelEventRow(job, tick, event, provider, NONE, NONE, NONE, NONE, "");
  }

  /** Returns a copy with the given span. */
  public TwoLevelEventRow from(long startTick, long endTick) {
    return new TwoLevelEventRow(
        job, tick, event, provider, startTick, endTick, waiting, reservedWork, reason);
  }

  /** Returns a copy that is {@code ticks} later. */
  public TwoLevelEventRow later(long ticks) {
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

  /** Returns a copy with the given reason. */
  public TwoLevelEventRow since(String why) {
    return new TwoLevelEventRow(job, tick, event, provider, start, end, waiting, reservedWork, why);
  }

  /** Returns a copy with the load of the provider: waiting jobs, or reserved work, or -1. */
  public TwoLevelEventRow with(int waitingJobs, long work) {
    return new TwoLevelEventRow(job, tick, event, provider, start, end, waitingJobs, work, reason);
  }
}
