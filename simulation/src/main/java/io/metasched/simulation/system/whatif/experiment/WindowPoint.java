package io.metasched.simulation.system.whatif.experiment;

import io.metasched.simulation.experiment.ScenarioPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Requests with one book-ahead time (BAT in the paper) and one size of their window (STW).
 *
 * @param label label in rows
 * @param leadHours time from the submission of a request to its earliest start, in hours
 * @param windowHours length of the window beyond the reservation, in hours
 * @param settings keys of the scenario
 */
record WindowPoint(String label, int leadHours, int windowHours, List<String> settings)
    implements ScenarioPoint {
  /** Book-ahead times of the paper, in hours. */
  static final List<Integer> LEADS = List.of(0, 2, 4, 6, 12, 24);

  /** Windows of the paper, in hours. */
  static final List<Integer> WINDOWS = List.of(0, 1, 2, 5, 10, 30);

  private static final int WIDEST = 30;
  private static final int TIGHT = 2;
  private static final int HOUR = 3600;

  WindowPoint {
    settings = List.copyOf(settings);
  }

  /**
   * Creates a point.
   *
   * @param methods methods that place the requests
   * @param further additional settings
   */
  static WindowPoint of(
      String label, int leadHours, int windowHours, List<String> methods, String... further) {
    var own =
        List.of(
            "requests.lead=" + leadHours * HOUR,
            "requests.window=" + windowHours * HOUR,
            "policies=[%s]".formatted(String.join(", ", methods)));
    var settings = Stream.concat(own.stream(), Stream.of(further)).toList();
    return new WindowPoint(label, leadHours, windowHours, settings);
  }

  /** Returns all combinations of the paper. */
  static List<WindowPoint> all(List<String> methods) {
    var points = new ArrayList<WindowPoint>();
    for (int lead : LEADS) {
      for (int window : WINDOWS) {
        points.add(of("BAT %d h STW %d h".formatted(lead, window), lead, window, methods));
      }
    }
    return points;
  }

  /**
   * Returns the combinations with the widest window, in which all requests are granted.
   *
   * @param group prefix of the labels
   */
  static List<WindowPoint> widest(String group, List<String> methods, String... further) {
    return LEADS.stream()
        .map(lead -> of(group + "BAT %d h".formatted(lead), lead, WIDEST, methods, further))
        .toList();
  }

  /** Returns whether both times are so short that the paper counts the point separately. */
  boolean isTight() {
    return leadHours <= TIGHT && windowHours <= TIGHT;
  }
}
