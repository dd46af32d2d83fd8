package io.metasched.simulation.system.twolevel;

import static io.metasched.simulation.rule.ReportedFigures.seconds;

import io.metasched.resource.provider.ReservationAnswer;
import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.RowFormat;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import io.metasched.simulation.rule.ArrivalRule;
import io.metasched.simulation.workload.trace.Precedence;
import java.util.Comparator;
import java.util.List;

/**
 * A job on two levels, as in its jobs.csv; ticks and the provider are -1 where there is none.
 *
 * @param id its number
 * @param kind whether it asked for a reservation
 * @param submit when it reached the grid queue
 * @param processors how many it takes
 * @param runTicks how long it runs
 * @param limitTicks what its user asked for
 * @param ready earliest start of its reservation
 * @param due when its reservation should have ended
 * @param reservedTicks how long its reservation is to be
 * @param leastTicks how long it is to be at the least
 * @param provider where it ran, from 0
 * @param start when it began
 * @param end when it ended
 * @param promised start of the reservation it got
 * @param grantedTicks how long the reservation is that it got
 * @param outcome its terminal state
 * @param refused why it got no reservation, else empty
 * @param logged when the log has it submitted; -1 where it waited for no other job
 * @param after the jobs that it waited for
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
  /** By submission. */
  static final Comparator<TwoLevelJobRow> ORDER =
      Comparator.comparingLong(TwoLevelJobRow::submit).thenComparingLong(TwoLevelJobRow::id);

  /** What a job asks for. */
  public enum Kind {
    /** To be run when there is room. */
    BATCH,
    /** Processors at a time to come. */
    RESERVATION
  }

  /** The terminal states of a job. */
  public enum Outcome {
    /** It ran to its end. */
    FINISHED,
    /** It was stopped at the end of its reservation, before it was done. */
    STOPPED,
    /** It asked for a reservation and got none. */
    REFUSED,
    /** It has not run at all, which no sound run leaves behind. */
    WAITING
  }

  private static final Column<TwoLevelJobRow, Long> ID =
      Column.of("id", ColumnType.NUMBER, TwoLevelJobRow::id);
  private static final Column<TwoLevelJobRow, Kind> KIND =
      Column.of("kind", ColumnType.constant(Kind.values()), TwoLevelJobRow::kind);
  private static final Column<TwoLevelJobRow, Long> SUBMIT =
      Column.of("submit", ColumnType.unitsFrom(0), Unit.SECONDS, TwoLevelJobRow::submit);
  private static final Column<TwoLevelJobRow, Integer> PROCESSORS =
      Column.of(
          "processors", ColumnType.integerFrom(1), Unit.PROCESSORS, TwoLevelJobRow::processors);
  private static final Column<TwoLevelJobRow, Long> RUN =
      Column.of("run", ColumnType.unitsFrom(1), Unit.SECONDS, TwoLevelJobRow::runTicks);
  private static final Column<TwoLevelJobRow, Long> LIMIT =
      Column.of("limit", ColumnType.unitsFrom(1), Unit.SECONDS, TwoLevelJobRow::limitTicks);
  private static final Column<TwoLevelJobRow, Long> READY =
      Column.of("ready", ColumnType.UNITS_IF_ANY, Unit.SECONDS, TwoLevelJobRow::ready);
  private static final Column<TwoLevelJobRow, Long> DUE =
      Column.of("due", ColumnType.UNITS_IF_ANY, Unit.SECONDS, TwoLevelJobRow::due);
  private static final Column<TwoLevelJobRow, Long> DURATION =
      Column.of("duration", ColumnType.UNITS_IF_ANY, Unit.SECONDS, TwoLevelJobRow::reservedTicks);
  private static final Column<TwoLevelJobRow, Long> LEAST =
      Column.of("least", ColumnType.UNITS_IF_ANY, Unit.SECONDS, TwoLevelJobRow::leastTicks);
  private static final Column<TwoLevelJobRow, Integer> PROVIDER =
      Column.of("provider", ColumnType.INTEGER_IF_ANY, TwoLevelJobRow::provider);
  private static final Column<TwoLevelJobRow, Long> START =
      Column.of("start", ColumnType.UNITS_IF_ANY, Unit.SECONDS, TwoLevelJobRow::start);
  private static final Column<TwoLevelJobRow, Long> END =
      Column.of("end", ColumnType.UNITS_IF_ANY, Unit.SECONDS, TwoLevelJobRow::end);
  private static final Column<TwoLevelJobRow, Long> PROMISED =
      Column.of("promised", ColumnType.UNITS_IF_ANY, Unit.SECONDS, TwoLevelJobRow::promised);
  private static final Column<TwoLevelJobRow, Long> GRANTED =
      Column.of("granted", ColumnType.UNITS_IF_ANY, Unit.SECONDS, TwoLevelJobRow::grantedTicks);
  private static final Column<TwoLevelJobRow, Outcome> OUTCOME =
      Column.of("outcome", ColumnType.constant(Outcome.values()), TwoLevelJobRow::outcome);
  private static final Column<TwoLevelJobRow, String> REFUSED =
      Column.of("refused", ColumnType.TEXT, TwoLevelJobRow::refused);
  private static final Column<TwoLevelJobRow, Long> LOGGED =
      Column.of("logged", ColumnType.UNITS_IF_ANY, Unit.SECONDS, TwoLevelJobRow::logged);
  private static final Column<TwoLevelJobRow, Precedence> AFTER =
      Column.of("after", Precedence.COLUMN, TwoLevelJobRow::after);

  /** The file jobs.csv. */
  public static final TableFormat<TwoLevelJobRow> FORMAT =
      TableFormat.ofRecord(
          TwoLevelJobRow.class,
          "jobs.csv",
          List.of(
              ID,
              KIND,
              SUBMIT,
              PROCESSORS,
              RUN,
              LIMIT,
              READY,
              DUE,
              DURATION,
              LEAST,
              PROVIDER,
              START,
              END,
              PROMISED,
              GRANTED,
              OUTCOME,
              REFUSED,
              LOGGED,
              AFTER));

  /** Whether it asks for a reservation. */
  public boolean isReservation() {
    return kind == Kind.RESERVATION;
  }

  /** When it was submitted, for the rule. */
  ArrivalRule.Arrival arrival() {
    return new ArrivalRule.Arrival(id, submit, logged, after);
  }

  /** Whether it ran. */
  public boolean hasRun() {
    return start >= 0 && end >= 0;
  }

  /** Whether it was given a reservation. */
  public boolean isPromised() {
    return isReservation() && promised >= 0;
  }

  /** Whether a reservation that begins at a tick ends in time, by the least it asks for. */
  boolean isMetBy(long tick) {
    return tick <= due - leastTicks;
  }

  /** What files call a reason for a refusal. */
  public static String word(ReservationAnswer.Reason reason) {
    return RowFormat.lowerCase(reason);
  }

  /** Returns in brackets what the job needed when it was refused, and what there was of it. */
  String refusalNumbers(TwoLevelFacts facts, TwoLevelEventRow refused) {
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

  /** What such a word means, as part of a sentence. */
  static String refusal(String word) {
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
