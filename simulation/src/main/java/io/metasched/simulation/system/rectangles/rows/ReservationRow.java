package io.metasched.simulation.system.rectangles.rows;

import static io.metasched.simulation.rows.ColumnType.INTEGER_IF_ANY;
import static io.metasched.simulation.rows.ColumnType.NUMBER;
import static io.metasched.simulation.rows.ColumnType.UNITS_IF_ANY;
import static io.metasched.simulation.rows.ColumnType.constant;
import static io.metasched.simulation.rows.ColumnType.integerFrom;
import static io.metasched.simulation.rows.ColumnType.unitsFrom;
import static io.metasched.simulation.rows.Field.field;
import static io.metasched.simulation.rows.Unit.COUNT;
import static io.metasched.simulation.rows.Unit.ELEMENTS;
import static io.metasched.simulation.rows.Unit.SECONDS;

import io.metasched.resource.rectangles.ElementSet;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.system.rectangles.model.ElementRequest.Wish;

/**
 * Request, and its outcome.
 *
 * @param job number of the job
 * @param arrival tick of the request
 * @param ready earliest start
 * @param durationTicks requested duration on standard elements, in ticks
 * @param deadline latest end
 * @param elements requested number of elements
 * @param wish change that its user requests later, if the request is accepted
 * @param wishMicro time of the change within the span of the reservation, in millionths
 * @param outcome outcome of the request
 * @param refused reason of the refusal; {@link Refusal#NONE} if the request was not refused
 * @param start start of the reservation, -1 for none
 * @param end original end of the reservation, -1 for none
 * @param taken reserved elements
 * @param begin begin of the selected availability rectangle, -1 if it has none
 * @param rectangleEnd end of the rectangle, -1 for none
 * @param free number of elements of the rectangle, -1 for none
 * @param feasible number of feasible starts
 * @param changed tick of the cancellation or shrinking, -1 for none
 * @param kept elements kept after the change
 */
public record ReservationRow(
    long job,
    long arrival,
    long ready,
    long durationTicks,
    long deadline,
    int elements,
    Wish wish,
    int wishMicro,
    Outcome outcome,
    Refusal refused,
    long start,
    long end,
    ElementSet taken,
    long begin,
    long rectangleEnd,
    int free,
    int feasible,
    long changed,
    ElementSet kept) {

  /** Outcomes of a request. */
  public enum Outcome {
    /** The request was reserved, and kept until the end. */
    FINISHED,
    /** The request was reserved, and ended early. */
    ENDED_EARLY,
    /** The request was reserved, and returned some elements. */
    GAVE_BACK,
    /** The request was reserved, and cancelled before its start. */
    CANCELLED,
    /** The request was not reserved. */
    REFUSED
  }

  /** Reasons of a refusal. */
  public enum Refusal {
    /** The request was not refused. */
    NONE("not refused"),
    /** Every shape requests more elements than exist. */
    NO_SUCH_ELEMENTS("there are fewer elements, or fewer of sufficient speed"),
    /** No shape ends by the deadline. */
    DEADLINE_TOO_EARLY("even a start at its ready time would end after the deadline"),
    /** No start has enough free elements for the whole duration. */
    NOT_FREE("at no start are enough elements free throughout");

    private final String words;

    Refusal(String words) {
      this.words = words;
    }

    /** Returns the reason as part of a sentence. */
    public String words() {
      return words;
    }
  }

  private static final ColumnType<Long> TIME = unitsFrom(0);
  private static final ColumnType<Long> TIME_IF_ANY = UNITS_IF_ANY;

  /** Format of jobs.csv. */
  public static final TableFormat<ReservationRow> FORMAT =
      TableFormat.ofRecord(
          ReservationRow.class,
          "jobs.csv",
          field("job", NUMBER, "number of the request, from 1 or as in the log"),
          field("arrival", TIME, SECONDS, "time of the request"),
          field("ready", TIME, SECONDS, "earliest start"),
          field("duration", unitsFrom(1), SECONDS, "requested duration on standard elements"),
          field("deadline", TIME, SECONDS, "latest end"),
          field("elements", integerFrom(1), ELEMENTS, "requested elements"),
          field(
              "wish",
              constant(Wish.values()),
              "later request of the user, if the request is" + " accepted"),
          field(
              "wishMicro",
              integerFrom(0),
              "time of the later request in millionths: from arrival to start for `cancel`, else"
                  + " from start to end"),
          field("outcome", constant(Outcome.values()), "outcome of the request"),
          field("refused", constant(Refusal.values()), "reason of a refusal"),
          field(
              "start",
              TIME_IF_ANY,
              SECONDS,
              "start of the reservation; empty for a refused request, like all columns below"),
          field("end", TIME_IF_ANY, SECONDS, "end of the reservation, before any change"),
          field(
              "taken",
              ElementColumns.set("taken"),
              "reserved elements as ranges, such as" + " `0-31;64-95`"),
          field(
              "begin",
              TIME_IF_ANY,
              SECONDS,
              "start of the chosen rectangle; empty if the elements are free before all records"),
          field("rectangleEnd", TIME_IF_ANY, SECONDS, "end of that rectangle"),
          field("free", INTEGER_IF_ANY, ELEMENTS, "elements of that rectangle"),
          field(
              "feasible",
              integerFrom(0),
              COUNT,
              "feasible starts, over all shapes and speeds; 0 for a refused request"),
          field(
              "changed",
              TIME_IF_ANY,
              SECONDS,
              "time of cancellation, early end or return of elements; else empty"),
          field(
              "kept",
              ElementColumns.set("kept"),
              "elements kept after a return of elements; else empty"));

  /** Returns whether the request was reserved. */
  public boolean isAccepted() {
    return outcome != Outcome.REFUSED;
  }

  /**
   * Returns the tick at which the request freed its elements: the end of the reservation, or an
   * earlier tick.
   */
  public long lastTick() {
    return outcome == Outcome.ENDED_EARLY ? changed : end;
  }

  /** Returns the elements x ticks that the request actually held. */
  public double usedTicks() {
    return switch (outcome) {
      case FINISHED -> (double) taken.size() * (end - start);
      case ENDED_EARLY -> (double) taken.size() * (changed - start);
      case GAVE_BACK ->
          (double) taken.size() * (changed - start) + (double) kept.size() * (end - changed);
      case CANCELLED, REFUSED -> 0;
    };
  }

  /** Returns the time from ready to end, divided by the requested duration. */
  public double slowdown() {
    return (end - ready) / (double) durationTicks;
  }
}
