package io.metasched.simulation.system.twolevel.rows;

import static io.metasched.simulation.rows.ColumnType.INTEGER_IF_ANY;
import static io.metasched.simulation.rows.ColumnType.NUMBER;
import static io.metasched.simulation.rows.ColumnType.TEXT;
import static io.metasched.simulation.rows.ColumnType.UNITS_IF_ANY;
import static io.metasched.simulation.rows.ColumnType.constant;
import static io.metasched.simulation.rows.ColumnType.integerFrom;
import static io.metasched.simulation.rows.ColumnType.unitsFrom;
import static io.metasched.simulation.rows.Field.field;
import static io.metasched.simulation.rows.Unit.PROCESSORS;
import static io.metasched.simulation.rows.Unit.SECONDS;
import static io.metasched.simulation.rule.ReportedFigures.seconds;

import io.metasched.resource.provider.ReservationAnswer;
import io.metasched.simulation.rows.RowFormat;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rule.ArrivalRule;
import io.metasched.simulation.workload.trace.Precedence;
import java.util.Comparator;

/**
 * Job on two levels, as in its jobs.csv; ticks and the provider are -1 if there is none.
 *
 * @param id number of the job
 * @param kind whether the job requested a reservation
 * @param submit tick of its arrival in the grid queue
 * @param processors number of processors
 * @param runTicks run time
 * @param limitTicks run time requested by its user
 * @param ready earliest start of its reservation
 * @param due latest end of its reservation without tardiness
 * @param reservedTicks requested duration of its reservation
 * @param leastTicks minimum duration of its reservation
 * @param provider provider on which the job ran, from 0
 * @param start tick of its start
 * @param end tick of its end
 * @param promised start of its granted reservation
 * @param grantedTicks duration of its granted reservation
 * @param outcome terminal state
 * @param refused reason why the job received no reservation, else empty
 * @param logged submit time in the log; -1 if the job did not wait for other jobs
 * @param after jobs for which the job waited
 */
public record TwoLevelJobRow(
    long id,
    Kind kind,
    long submit,
    int processors,
    long runTicks,
    long limitTicks,
    long ready,
    long due,
    long reservedTicks,
    long leastTicks,
    int provider,
    long start,
    long end,
    long promised,
    long grantedTicks,
    Outcome outcome,
    String refused,
    long logged,
    Precedence after) {
  /** Order by submission. */
  public static final Comparator<TwoLevelJobRow> ORDER =
      Comparator.comparingLong(TwoLevelJobRow::submit).thenComparingLong(TwoLevelJobRow::id);

  /** Kinds of jobs. */
  public enum Kind {
    /** Job that runs when enough processors are free. */
    BATCH,
    /** Request for processors at a future time. */
    RESERVATION
  }

  /** Terminal states of a job. */
  public enum Outcome {
    /** The job ran to its end. */
    FINISHED,
    /** The job was stopped at the end of its reservation, before it was finished. */
    STOPPED,
    /** The job requested a reservation and received none. */
    REFUSED,
    /** The job has not run at all, which does not happen in a sound run. */
    WAITING
  }

  /** Format of jobs.csv. */
  public static final TableFormat<TwoLevelJobRow> FORMAT =
      TableFormat.ofRecord(
          TwoLevelJobRow.class,
          "jobs.csv",
          field("id", NUMBER, "number of the job, from 1 or as in the log"),
          field("kind", constant(Kind.values()), "kind of the job"),
          field("submit", unitsFrom(0), SECONDS, "arrival in the grid queue"),
          field("processors", integerFrom(1), PROCESSORS, "number of processors"),
          field("run", unitsFrom(1), SECONDS, "run time"),
          field("limit", unitsFrom(1), SECONDS, "run time requested by the user"),
          field(
              "ready",
              UNITS_IF_ANY,
              SECONDS,
              "earliest start of the reservation; empty for a batch job"),
          field(
              "due",
              UNITS_IF_ANY,
              SECONDS,
              "intended latest end of the reservation; empty for a batch job"),
          field(
              "duration",
              UNITS_IF_ANY,
              SECONDS,
              "requested duration of the reservation; empty for a batch job"),
          field(
              "least",
              UNITS_IF_ANY,
              SECONDS,
              "minimum duration of the reservation; empty for a batch job"),
          field(
              "provider",
              INTEGER_IF_ANY,
              "provider on which the job ran, from 0; empty for a refused reservation"),
          field("start", UNITS_IF_ANY, SECONDS, "start; empty for a refused reservation"),
          field("end", UNITS_IF_ANY, SECONDS, "end; empty for a refused reservation"),
          field(
              "promised",
              UNITS_IF_ANY,
              SECONDS,
              "start of the granted reservation; empty for none"),
          field(
              "granted",
              UNITS_IF_ANY,
              SECONDS,
              "duration of the granted reservation, from `least` to `duration`; empty for none"),
          field(
              "outcome",
              constant(Outcome.values()),
              "outcome; `stopped` at the end of its reservation; no sound run has `waiting`"),
          field(
              "refused",
              TEXT,
              "reason of a refusal, else empty: "
                  + RowFormat.words(ReservationAnswer.Reason.values())),
          field(
              "logged",
              UNITS_IF_ANY,
              SECONDS,
              "submission in the log, if the job waited for other jobs; else empty"),
          field(
              "after",
              Precedence.COLUMN,
              "preceding jobs, such as `3;17`, with the think time after each: `17+20`"));

  /** Returns whether the job requests a reservation. */
  public boolean isReservation() {
    return kind == Kind.RESERVATION;
  }

  /** Returns the arrival, for the rule. */
  public ArrivalRule.Arrival arrival() {
    return new ArrivalRule.Arrival(id, submit, logged, after);
  }

  /** Returns whether the job ran. */
  public boolean hasRun() {
    return start >= 0 && end >= 0;
  }

  /** Returns whether the job received a reservation. */
  public boolean isPromised() {
    return isReservation() && promised >= 0;
  }

  /** Returns the word in files for the reason of a refusal. */
  public static String word(ReservationAnswer.Reason reason) {
    return RowFormat.lowerCase(reason);
  }

  /** Returns, in brackets, the need of a refused job and the available amount. */
  public String refusalNumbers(TwoLevelFacts facts, TwoLevelEventRow refused) {
    return switch (refused.reason()) {
      case "longer_than_interval" ->
          " (needs %s s, has %s s)".formatted(seconds(leastTicks), seconds(due - ready));
      case "too_many_processors" ->
          " (needs %d, a provider has %d)".formatted(processors, facts.processors());
      case "in_the_past" ->
          " (needs %s s, %s s are left)"
              .formatted(seconds(leastTicks), seconds(due - refused.tick()));
      default -> "";
    };
  }

  /** Returns the meaning of a word for a refusal, as part of a sentence. */
  public static String refusal(String word) {
    return switch (word) {
      case "longer_than_interval" -> "it is longer than its interval";
      case "too_many_processors" -> "it asks for more processors than a provider has";
      case "in_the_past" -> "even a start at once would be too late";
      case "not_free_in_interval" ->
          "at no start in its interval are enough processors free, and it must not be late";
      default -> word;
    };
  }
}
