package io.metasched.simulation.system.rectangles;

import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import io.metasched.simulation.system.rectangles.RectanglesSetting.SpeedGroup;
import java.util.List;

/**
 * The one row of run.csv: what the run is called, the multiprocessor, and how requests were drawn.
 *
 * @param title what the run is called
 * @param elements of the multiprocessor
 * @param requests how many requests there were
 * @param speeds groups of elements of equal speed; empty where all are standard ones
 * @param shapesMilli by what the elements of a request may be multiplied besides 1, in thousandths
 * @param arrivalFactor arrivals were divided by it
 * @param artimeFactor ready is up to so many durations behind the arrival
 * @param deadlineFactor the deadline is up to so many durations behind ready + duration
 * @param cancelShare share of the requests that were to be cancelled
 * @param shrinkShare share of the requests that were to be shrunk
 */
public record RectanglesFacts(
    RunTitle title,
    int elements,
    int requests,
    List<SpeedGroup> speeds,
    List<Integer> shapesMilli,
    double arrivalFactor,
    double artimeFactor,
    double deadlineFactor,
    double cancelShare,
    double shrinkShare) {
  /** The file {@value RunTitle#FILE}. */
  static final TableFormat<RectanglesFacts> FORMAT =
      TableFormat.ofTitled(
          RectanglesFacts.class,
          RectanglesFacts::title,
          List.of(
              Column.of(
                  "elements", ColumnType.integerFrom(1), Unit.ELEMENTS, RectanglesFacts::elements),
              Column.of(
                  "requests", ColumnType.integerFrom(0), Unit.COUNT, RectanglesFacts::requests),
              Column.of("speeds", ElementColumns.speeds("speeds"), RectanglesFacts::speeds),
              Column.of("shapes", ElementColumns.factors("shapes"), RectanglesFacts::shapesMilli),
              Column.of("arrivalFactor", ColumnType.MEASURED, RectanglesFacts::arrivalFactor),
              Column.of("artimeFactor", ColumnType.MEASURED, RectanglesFacts::artimeFactor),
              Column.of("deadlineFactor", ColumnType.MEASURED, RectanglesFacts::deadlineFactor),
              Column.of(
                  "cancelShare", ColumnType.MEASURED, Unit.SHARE, RectanglesFacts::cancelShare),
              Column.of(
                  "shrinkShare", ColumnType.MEASURED, Unit.SHARE, RectanglesFacts::shrinkShare)));

  /**
   * @throws IllegalArgumentException for more elements than there may be, or speeds of others
   */
  public RectanglesFacts {
    if (elements > RectanglesReader.MOST_ELEMENTS) {
      throw new IllegalArgumentException(
          "column elements: allowed are at most %d, but given are %d"
              .formatted(RectanglesReader.MOST_ELEMENTS, elements));
    }
    try {
      var setting = new RectanglesSetting(elements, speeds, shapesMilli);
      speeds = setting.speeds();
      shapesMilli = setting.shapesMilli();
    } catch (IllegalArgumentException refused) {
      throw new IllegalArgumentException(
          "columns elements, speeds, shapes: " + refused.getMessage(), refused);
    }
  }

  /** The facts of a run. */
  static RectanglesFacts of(
      RunTitle title, RectanglesSetting setting, ReservationTerms terms, int requests) {
    return new RectanglesFacts(
        title,
        setting.elements(),
        requests,
        setting.speeds(),
        setting.shapesMilli(),
        terms.arrivalFactor(),
        terms.artimeFactor(),
        terms.deadlineFactor(),
        terms.cancelShare(),
        terms.shrinkShare());
  }

  /** The multiprocessor. */
  RectanglesSetting setting() {
    return new RectanglesSetting(elements, speeds, shapesMilli);
  }
}
