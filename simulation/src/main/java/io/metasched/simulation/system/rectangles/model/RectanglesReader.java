package io.metasched.simulation.system.rectangles.model;

import io.metasched.resource.rectangles.RectanglePolicies;
import io.metasched.simulation.scenario.LogOptions;
import io.metasched.simulation.scenario.LublinOptions;
import io.metasched.simulation.scenario.NumberLists;
import io.metasched.simulation.scenario.ScenarioSchema;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.scenario.Values;
import io.metasched.simulation.system.rectangles.model.RectanglesSetting.SpeedGroup;
import java.util.List;

/** Parser of a scenario's text into a validated {@link RectanglesScenario}. */
public final class RectanglesReader {
  public static final ScenarioSchema SCHEMA =
      new ScenarioSchema("rectangles", List.of("rectangles"), List.of());

  /** Maximum number of elements of a multiprocessor. */
  public static final int MOST_ELEMENTS = 4096;

  private static final String ELEMENTS = "elements";
  private static final String SPEEDS = "speeds";
  private static final String SHRINK = "reservations.shrink-share";
  private static final String LUBLIN_CM5 = "lublin-cm5";
  private static final String LOG = "log";
  private static final int MOST_GROUPS = 100;
  private static final int MOST_SHAPES = 20;
  private static final double MOST_FACTOR = 1000;
  private static final int MOST_SPEED = 1000;
  private static final double ROUNDING = 1e-6;

  private final ScenarioText text;
  private final Values values;
  private final NumberLists lists;

  private RectanglesReader(ScenarioText text) {
    this.text = text;
    values = new Values(text.config());
    lists = new NumberLists(values);
  }

  /**
   * Parses a scenario.
   *
   * @throws UsageException for the first value that is not allowed
   */
  public static RectanglesScenario read(ScenarioText text) {
    return new RectanglesReader(text).scenario();
  }

  private RectanglesScenario scenario() {
    values.word(ScenarioSchema.KEY, List.of(SCHEMA.kind()));
    return new RectanglesScenario(
        text.name(),
        values.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE),
        values.words("policies", RectanglePolicies.names()),
        setting(),
        source(),
        terms());
  }

  private RectanglesSetting setting() {
    int elements = values.wholeInt(ELEMENTS, 1, MOST_ELEMENTS);
    var speeds = speeds();
    long grouped = speeds.stream().mapToLong(SpeedGroup::count).sum();
    if (!speeds.isEmpty() && grouped != elements) {
      throw values.wrong(
          SPEEDS, "groups of %d elements together, not of %d".formatted(elements, grouped));
    }
    return new RectanglesSetting(
        elements, speeds, lists.thousandths("shapes", MOST_SHAPES, MOST_SPEED));
  }

  private List<SpeedGroup> speeds() {
    return lists.groups(SPEEDS, "speed", MOST_GROUPS, MOST_SPEED).stream()
        .map(group -> new SpeedGroup(group.get(0), group.get(1)))
        .toList();
  }

  private ReservationTerms terms() {
    double cancel = values.real("reservations.cancel-share", 0, 1);
    double shrink = values.real(SHRINK, 0, 1);
    if (cancel + shrink > 1) {
      throw values.wrong(SHRINK, "at most 1 together with reservations.cancel-share");
    }
    return new ReservationTerms(
        values.real("jobs.arrival-factor", 1 / MOST_FACTOR, MOST_FACTOR),
        values.real("reservations.artime-factor", 0, MOST_FACTOR),
        values.real("reservations.deadline-factor", 0, MOST_FACTOR),
        cancel,
        shrink);
  }

  private RectanglesScenario.Source source() {
    var source = values.word("jobs.source", List.of(LUBLIN_CM5, LublinOptions.SOURCE, LOG));
    int elements = values.wholeInt(ELEMENTS, 1, MOST_ELEMENTS);
    LublinOptions.check(values);
    boolean isRequested =
        values.word("log.duration", List.of("requested", "actual")).equals("requested");
    var options = LogOptions.read(values).withProcessors(elements);
    var file = values.text("log.file");
    return switch (source) {
      case LOG -> new RectanglesScenario.Logged(file, options, isRequested);
      case LublinOptions.SOURCE ->
          new RectanglesScenario.Drawn(LublinOptions.workload(values, ELEMENTS, elements));
      default -> new RectanglesScenario.Generated(lublinCm5(elements));
    };
  }

  private LublinCm5 lublinCm5(int elements) {
    // the logarithm of the elements bounds generated sizes only; rounded down to three decimals
    double most = Math.floor(1000 * Math.log(elements) / Math.log(2) + ROUNDING) / 1000;
    double low = values.real("jobs.ulow", 0, most);
    double medium = values.real("jobs.umed", low, most);
    return new LublinCm5(
        LublinOptions.count(values),
        low,
        medium,
        values.real("jobs.uhi", medium, most),
        values.real("jobs.uprob", 0, 1),
        elements);
  }
}
