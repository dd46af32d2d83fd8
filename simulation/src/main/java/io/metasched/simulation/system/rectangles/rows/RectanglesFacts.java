package io.metasched.simulation.system.rectangles.rows;

import static io.metasched.simulation.rows.ColumnType.MEASURED;
import static io.metasched.simulation.rows.ColumnType.integerFrom;
import static io.metasched.simulation.rows.Field.field;
import static io.metasched.simulation.rows.Unit.COUNT;
import static io.metasched.simulation.rows.Unit.ELEMENTS;
import static io.metasched.simulation.rows.Unit.SHARE;

import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.system.rectangles.model.RectanglesReader;
import io.metasched.simulation.system.rectangles.model.RectanglesSetting;
import io.metasched.simulation.system.rectangles.model.RectanglesSetting.SpeedGroup;
import io.metasched.simulation.system.rectangles.model.ReservationTerms;
import java.util.List;

/**
 * The single row of run.csv: title of the run, the multiprocessor, and the distributions of the
 * requests.
 *
 * @param title title of the run
 * @param elements number of elements of the multiprocessor
 * @param requests number of requests
 * @param speeds groups of elements of equal speed; empty if all are standard elements
 * @param shapesMilli factors of a request's number of elements besides 1, in thousandths
 * @param arrivalFactor divisor of the arrival times
 * @param artimeFactor maximum time from arrival to ready, as a multiple of the duration
 * @param deadlineFactor maximum time from ready + duration to the deadline, as a multiple of the
 *     duration
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
  /** Format of {@value RunTitle#FILE}. */
  static final TableFormat<RectanglesFacts> FORMAT =
      TableFormat.ofRecord(
          RectanglesFacts.class,
          RunTitle.FILE,
          RunTitle.COLUMNS,
          field(
              "elements",
              integerFrom(1),
              ELEMENTS,
              "elements of the multiprocessor, at most " + RectanglesReader.MOST_ELEMENTS),
          field("requests", integerFrom(0), COUNT, "number of requests"),
          field(
              "speeds",
              ElementColumns.speeds("speeds"),
              "groups of elements of equal speed, such as `512 x 1;512 x 1.5`; empty if all are"
                  + " standard"),
          field(
              "shapes",
              ElementColumns.factors("shapes"),
              "factors of the number of elements besides 1, such as `0.5;2`"),
          field("arrivalFactor", MEASURED, "divisor of the arrival times"),
          field("artimeFactor", MEASURED, "maximum of (ready - arrival) / duration"),
          field("deadlineFactor", MEASURED, "maximum of (deadline - ready - duration) / duration"),
          field("cancelShare", MEASURED, SHARE, "share of the requests that were to be cancelled"),
          field(
              "shrinkShare",
              MEASURED,
              SHARE,
              "share of the requests that were to end early or give elements back"));

  /**
   * @throws IllegalArgumentException for too many elements, or speeds that do not match the
   *     elements
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

  /** Returns the facts of a run. */
  public static RectanglesFacts of(
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
}
