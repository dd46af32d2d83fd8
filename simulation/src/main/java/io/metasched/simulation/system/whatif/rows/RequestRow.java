package io.metasched.simulation.system.whatif.rows;

import io.metasched.metascheduler.whatif.GridAnswer;
import io.metasched.metascheduler.whatif.PlacementRefusal;
import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.RowFormat;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import java.util.List;
import java.util.stream.Stream;

/**
 * Request for a reservation, as in requests.csv; ticks are -1 if there are none.
 *
 * @param id number of the job from which it was made
 * @param submit tick at which it was sent
 * @param processors number of processors on each of its clusters
 * @param durationTicks duration, in ticks
 * @param ready earliest start
 * @param due latest end
 * @param clusters required number of clusters
 * @param impactShare weight of a slot's availability for its client
 * @param isEarlyBetter whether its client prefers an early start to a late one
 * @param outcome outcome of the request
 * @param refused reason of a refusal, else empty
 * @param start start of its reservation
 * @param places indices of the clusters of its reservation, ascending
 * @param availability availability of its placement, else 0
 * @param tried number of tried placements
 * @param withdrawn tick at which its client withdrew the reservation
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
          List.of(
              Column.of(
                  "id",
                  ColumnType.NUMBER,
                  "number of the job from which it was made",
                  RequestRow::id),
              Column.of(
                  "submit",
                  ColumnType.unitsFrom(0),
                  Unit.SECONDS,
                  "time of the request",
                  RequestRow::submit),
              Column.of(
                  "processors",
                  ColumnType.integerFrom(1),
                  Unit.PROCESSORS,
                  "processors on each of its clusters",
                  RequestRow::processors),
              Column.of(
                  "duration",
                  ColumnType.unitsFrom(1),
                  Unit.SECONDS,
                  "duration",
                  RequestRow::durationTicks),
              Column.of(
                  "ready",
                  ColumnType.unitsFrom(0),
                  Unit.SECONDS,
                  "earliest start",
                  RequestRow::ready),
              Column.of(
                  "due", ColumnType.unitsFrom(0), Unit.SECONDS, "latest end", RequestRow::due),
              Column.of(
                  "clusters",
                  ColumnType.integerFrom(1),
                  "requested clusters at one start",
                  RequestRow::clusters),
              Column.of(
                  "impactShare",
                  ColumnType.MEASURED,
                  Unit.SHARE,
                  "weight of the availability for its client; the rest is the weight of the start",
                  RequestRow::impactShare),
              Column.of(
                  "early",
                  ColumnType.FLAG,
                  "whether its client prefers an early start to a late one",
                  RequestRow::isEarlyBetter),
              Column.of(
                  "outcome",
                  ColumnType.constant(GridAnswer.Outcome.values()),
                  "outcome",
                  RequestRow::outcome),
              Column.of(
                  "refused",
                  ColumnType.oneOf(REASONS, word -> word),
                  "reason of a refusal, else empty",
                  RequestRow::refused),
              Column.of(
                  "start",
                  ColumnType.UNITS_IF_ANY,
                  Unit.SECONDS,
                  "start of its reservation; empty without one",
                  RequestRow::start),
              Column.of(
                  "places",
                  ColumnType.integersFrom(0),
                  "clusters of its reservation, ascending",
                  RequestRow::places),
              Column.of(
                  "availability",
                  ColumnType.MEASURED,
                  "availability of its placement, from 0 to 1; 0 without one",
                  RequestRow::availability),
              Column.of(
                  "tried",
                  ColumnType.integerFrom(0),
                  Unit.COUNT,
                  "number of tried placements",
                  RequestRow::tried),
              Column.of(
                  "withdrawn",
                  ColumnType.UNITS_IF_ANY,
                  Unit.SECONDS,
                  "withdrawal of its reservation; empty if it was kept",
                  RequestRow::withdrawn)));

  public RequestRow {
    places = List.copyOf(places);
  }

  /** Returns whether it received a reservation. */
  public boolean isGranted() {
    return outcome == GridAnswer.Outcome.GRANTED;
  }

  /** Returns whether its reservation began. */
  public boolean hasRun() {
    return isGranted() && withdrawn < 0;
  }

  /** Returns the end of its reservation; -1 if it has none. */
  public long end() {
    return isGranted() ? start + durationTicks : -1;
  }
}
