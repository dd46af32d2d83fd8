package io.metasched.simulation.system.whatif;

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
 * A request for a reservation, as in requests.csv; ticks are -1 where there are none.
 *
 * @param id number of the job it was made of
 * @param submit when it was sent
 * @param processors how many it takes on each of its clusters
 * @param durationTicks how long
 * @param ready earliest start
 * @param due latest end
 * @param clusters how many clusters it needs
 * @param impactShare how much the availability of a slot counts for its client
 * @param isEarlyBetter whether its client prefers an early start, or a late one
 * @param outcome what came of it
 * @param refused why it was refused, else empty
 * @param start when its reservation was to begin
 * @param places indices of the clusters of its reservation, ascending
 * @param availability that its placement was rated with, else 0
 * @param tried how many placements were tried
 * @param withdrawn when its client gave the reservation up
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
  /** Why a request is refused, as files say it; empty for one that is not. */
  static final List<String> REASONS =
      Stream.concat(Stream.of(""), Stream.of(PlacementRefusal.values()).map(RowFormat::lowerCase))
          .toList();

  /** The file requests.csv. */
  static final TableFormat<RequestRow> FORMAT =
      TableFormat.ofRecord(
          RequestRow.class,
          "requests.csv",
          List.of(
              Column.of("id", ColumnType.NUMBER, RequestRow::id),
              Column.of("submit", ColumnType.unitsFrom(0), Unit.SECONDS, RequestRow::submit),
              Column.of(
                  "processors", ColumnType.integerFrom(1), Unit.PROCESSORS, RequestRow::processors),
              Column.of(
                  "duration", ColumnType.unitsFrom(1), Unit.SECONDS, RequestRow::durationTicks),
              Column.of("ready", ColumnType.unitsFrom(0), Unit.SECONDS, RequestRow::ready),
              Column.of("due", ColumnType.unitsFrom(0), Unit.SECONDS, RequestRow::due),
              Column.of("clusters", ColumnType.integerFrom(1), RequestRow::clusters),
              Column.of("impactShare", ColumnType.MEASURED, Unit.SHARE, RequestRow::impactShare),
              Column.of("early", ColumnType.FLAG, RequestRow::isEarlyBetter),
              Column.of(
                  "outcome", ColumnType.constant(GridAnswer.Outcome.values()), RequestRow::outcome),
              Column.of("refused", ColumnType.oneOf(REASONS, word -> word), RequestRow::refused),
              Column.of("start", ColumnType.UNITS_IF_ANY, Unit.SECONDS, RequestRow::start),
              Column.of("places", ColumnType.integersFrom(0), RequestRow::places),
              Column.of("availability", ColumnType.MEASURED, RequestRow::availability),
              Column.of("tried", ColumnType.integerFrom(0), Unit.COUNT, RequestRow::tried),
              Column.of(
                  "withdrawn", ColumnType.UNITS_IF_ANY, Unit.SECONDS, RequestRow::withdrawn)));

  /** Copies the list. */
  public RequestRow {
    places = List.copyOf(places);
  }

  /** Whether it was given a reservation. */
  public boolean isGranted() {
    return outcome == GridAnswer.Outcome.GRANTED;
  }

  /** Whether its reservation began. */
  boolean hasRun() {
    return isGranted() && withdrawn < 0;
  }

  /** When its reservation was to end; -1 where it has none. */
  long end() {
    return isGranted() ? start + durationTicks : -1;
  }
}
