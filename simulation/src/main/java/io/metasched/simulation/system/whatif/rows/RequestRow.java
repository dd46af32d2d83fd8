package io.metasched.simulation.system.whatif.rows;

import static io.metasched.simulation.rows.ColumnType.FLAG;
import static io.metasched.simulation.rows.ColumnType.MEASURED;
import static io.metasched.simulation.rows.ColumnType.NUMBER;
import static io.metasched.simulation.rows.ColumnType.UNITS_IF_ANY;
import static io.metasched.simulation.rows.ColumnType.constant;
import static io.metasched.simulation.rows.ColumnType.integerFrom;
import static io.metasched.simulation.rows.ColumnType.integersFrom;
import static io.metasched.simulation.rows.ColumnType.oneOf;
import static io.metasched.simulation.rows.ColumnType.unitsFrom;
import static io.metasched.simulation.rows.Field.field;
import static io.metasched.simulation.rows.Unit.COUNT;
import static io.metasched.simulation.rows.Unit.PROCESSORS;
import static io.metasched.simulation.rows.Unit.SECONDS;
import static io.metasched.simulation.rows.Unit.SHARE;

import io.metasched.metascheduler.whatif.GridAnswer;
import io.metasched.metascheduler.whatif.PlacementRefusal;
import io.metasched.simulation.rows.RowFormat;
import io.metasched.simulation.rows.TableFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Request for a reservation, as in requests.csv; ticks are -1 if there are none.
 *
 * @param id number of the job from which the request was made
 * @param submit tick at which the request was sent
 * @param processors number of processors on each of its clusters
 * @param durationTicks duration, in ticks
 * @param ready earliest start
 * @param due latest end
 * @param clusters required number of clusters
 * @param impactShare weight of a slot's availability for the client
 * @param isEarlyBetter whether the client prefers an early start to a late one
 * @param outcome outcome of the request
 * @param refused reason of a refusal, else empty
 * @param start start of the reservation
 * @param places indices of the clusters of the reservation, ascending
 * @param availability availability of the placement, else 0
 * @param tried number of tried placements
 * @param withdrawn tick at which the client withdrew the reservation
 */
public record RequestRow(
    long id,
    long submit,
    int processors,
    long durationTicks,
    long ready,
    long due,
    int clusters,
    double impactShare,
    boolean isEarlyBetter,
    GridAnswer.Outcome outcome,
    String refused,
    long start,
    List<Integer> places,
    double availability,
    int tried,
    long withdrawn) {
  /** Reasons of a refusal, as in files; empty for a request that is not refused. */
  static final List<String> REASONS =
      Stream.concat(Stream.of(""), Stream.of(PlacementRefusal.values()).map(RowFormat::lowerCase))
          .toList();

  /** Format of requests.csv. */
  public static final TableFormat<RequestRow> FORMAT =
      TableFormat.ofRecord(
          RequestRow.class,
          "requests.csv",
          field("id", NUMBER, "number of the job from which the request was made"),
          field("submit", unitsFrom(0), SECONDS, "time of the request"),
          field("processors", integerFrom(1), PROCESSORS, "processors on each cluster"),
          field("duration", unitsFrom(1), SECONDS, "duration"),
          field("ready", unitsFrom(0), SECONDS, "earliest start"),
          field("due", unitsFrom(0), SECONDS, "latest end"),
          field("clusters", integerFrom(1), "requested clusters at one start"),
          field(
              "impactShare",
              MEASURED,
              SHARE,
              "weight of the availability for its client; the rest is the weight of the start"),
          field("early", FLAG, "whether the client prefers an early start to a late one"),
          field("outcome", constant(GridAnswer.Outcome.values()), "outcome"),
          field("refused", oneOf(REASONS, word -> word), "reason of a refusal, else empty"),
          field("start", UNITS_IF_ANY, SECONDS, "start of the reservation; empty for none"),
          field("places", integersFrom(0), "clusters of the reservation, ascending"),
          field("availability", MEASURED, "availability of the placement, from 0 to 1; 0 for none"),
          field("tried", integerFrom(0), COUNT, "number of tried placements"),
          field(
              "withdrawn",
              UNITS_IF_ANY,
              SECONDS,
              "withdrawal of the reservation; empty if it was kept"));

  public RequestRow {
    places = List.copyOf(places);
  }

  /** Returns whether the request received a reservation. */
  public boolean isGranted() {
    return outcome == GridAnswer.Outcome.GRANTED;
  }

  /** Returns whether the reservation of the request began. */
  public boolean hasRun() {
    return isGranted() && withdrawn < 0;
  }

  /** Returns the end of the request's reservation; -1 if it has none. */
  public long end() {
    return isGranted() ? start + durationTicks : -1;
  }
}
