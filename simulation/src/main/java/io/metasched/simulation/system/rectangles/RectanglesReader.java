package io.metasched.simulation.system.rectangles;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import io.metasched.resource.rectangles.RectanglePolicies;
import io.metasched.simulation.scenario.LogOptions;
import io.metasched.simulation.scenario.ScenarioSchema;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.scenario.Values;
import io.metasched.simulation.system.rectangles.RectanglesSetting.SpeedGroup;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turns the text of a scenario into a {@link RectanglesScenario}, all of it checked. */
final class RectanglesReader {
  /** The keys of its scenarios. */
  static final ScenarioSchema SCHEMA =
      new ScenarioSchema("rectangles", List.of("rectangles"), List.of());

  /** Most elements of a multiprocessor. */
  static final int MOST_ELEMENTS = 4096;

  private static final String ELEMENTS = "elements";
  private static final String SPEEDS = "speeds";
  private static final String SHAPES = "shapes";
  private static final String SHRINK = "reservations.shrink-share";
  private static final int MOST_JOBS = 200_000;
  private static final int MOST_GROUPS = 100;
  private static final int MOST_SHAPES = 20;
  private static final double MOST_FACTOR = 1000;
  private static final int MOST_MILLI = 1_000_000;
  private static final double ROUNDING = 1e-9;

  private final ScenarioText text;
  private final Values values;

  private RectanglesReader(ScenarioText text) {
    this.text = text;
    values = new Values(text.config());
  }

  /**
   * Reads a scenario.
   *
   * @throws UsageException for the first value that is not allowed
   */
  static RectanglesScenario read(ScenarioText text) {
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
    return new RectanglesSetting(elements, speeds, shapes());
  }

  private List<SpeedGroup> speeds() {
    var allowed =
        "a list of at most %d groups {count, speed}, speeds from 0.001 to 1000"
            .formatted(MOST_GROUPS);
    var groups = new ArrayList<SpeedGroup>();
    for (var value : list(SPEEDS, MOST_GROUPS, allowed)) {
      var group = value instanceof ConfigObject object ? object : null;
      var speed = group == null ? Optional.<Integer>empty() : milli(group.get("speed"));
      var count = group == null ? Optional.<Integer>empty() : milli(group.get("count"), 1);
      if (group == null || group.size() != 2 || speed.isEmpty() || count.isEmpty()) {
        throw values.wrong(SPEEDS, allowed);
      }
      groups.add(new SpeedGroup(count.get(), speed.get()));
    }
    return groups;
  }

  private List<Integer> shapes() {
    var allowed = "a list of at most %d numbers from 0.001 to 1000".formatted(MOST_SHAPES);
    var shapes = new ArrayList<Integer>();
    for (var value : list(SHAPES, MOST_SHAPES, allowed)) {
      shapes.add(milli(value).orElseThrow(() -> values.wrong(SHAPES, allowed)));
    }
    return shapes;
  }

  private List<ConfigValue> list(String key, int most, String allowed) {
    if (values.value(key) instanceof ConfigList list && list.size() <= most) {
      return List.copyOf(list);
    }
    throw values.wrong(key, allowed);
  }

  /** Thousandths of a number from 0.001 to 1000 with at most three decimals. */
  private static Optional<Integer> milli(@Nullable ConfigValue value) {
    return milli(value, 1000);
  }

  private static Optional<Integer> milli(@Nullable ConfigValue value, int scale) {
    if (value == null) {
      return Optional.empty();
    }
    try {
      var number = new BigDecimal(String.valueOf(value.unwrapped()));
      int milli = number.multiply(BigDecimal.valueOf(scale)).intValueExact();
      return milli >= 1 && milli <= MOST_MILLI ? Optional.of(milli) : Optional.empty();
    } catch (NumberFormatException noNumber) {
      return Optional.empty();
    } catch (ArithmeticException tooFine) {
      return Optional.empty();
    }
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
    var source = values.word("jobs.source", List.of("lublin-cm5", "log"));
    int elements = values.wholeInt(ELEMENTS, 1, MOST_ELEMENTS);
    int jobs = values.wholeInt("jobs.count", 1, MOST_JOBS);
    boolean isRequested =
        values.word("log.duration", List.of("requested", "actual")).equals("requested");
    var options = LogOptions.read(values).withProcessors(elements);
    var file = values.text("log.file");
    if (source.equals("log")) {
      return new RectanglesScenario.Logged(file, options, isRequested);
    }
    // not what the logarithm of elements allows where the sizes come from a log
    double most = Math.log(elements) / Math.log(2) + ROUNDING;
    double low = values.real("jobs.ulow", 0, most);
    double medium = values.real("jobs.umed", low, most);
    return new RectanglesScenario.Generated(
        new LublinCm5(
            jobs,
            low,
            medium,
            values.real("jobs.uhi", medium, most),
            values.real("jobs.uprob", 0, 1),
            elements));
  }
}
