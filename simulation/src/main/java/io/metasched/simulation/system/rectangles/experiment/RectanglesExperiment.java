package io.metasched.simulation.system.rectangles.experiment;

import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.config.ExperimentInfo;
import java.util.List;
import java.util.stream.Stream;

/**
 * Experiment on acceptance and slowdown of the policies at several points.
 *
 * <p>Source: the paper on parallel reservations, sections 6 and 7. The prototype in the
 * documentation is part of this project; the paper has none.
 */
public final class RectanglesExperiment implements Experiment {
  /** Effect of the size of the jobs: figures 2 and 3. */
  public static final Experiment SIZE =
      new RectanglesExperiment(
          "rectangles-size",
          Stream.of(5, 6, 7, 8, 9)
              .map(umed -> point("UMed " + umed, "" + umed, "jobs.umed=" + umed)),
          new Labels("(figure 2)", "(figure 3)", "UMed", Kind.LINES));

  /** Effect of the load: figures 4 and 5. */
  public static final Experiment LOAD =
      new RectanglesExperiment(
          "rectangles-load",
          Stream.of(0.5, 0.75, 1.0, 1.25, 1.5)
              .map(factor -> point("af " + factor, "" + factor, "jobs.arrival-factor=" + factor)),
          new Labels("(figure 4)", "(figure 5)", "arrival factor", Kind.LINES));

  /** Effect of the flexibility of the requests: figures 6 and 7. */
  public static final Experiment FLEXIBILITY =
      new RectanglesExperiment(
          "rectangles-flexibility",
          Stream.of(1, 2, 3, 4, 5)
              .map(
                  factor ->
                      point(
                          "{%d,%d}".formatted(factor, factor),
                          "" + factor,
                          "reservations.artime-factor=" + factor,
                          "reservations.deadline-factor=" + factor)),
          new Labels("(figure 6)", "(figure 7)", "both factors", Kind.LINES));

  private static final String FILE = "LANL-CM5-1994-4.1-cln.swf.gz";

  /**
   * The policies on the log of the LANL CM-5 itself, for which the paper uses only a model: four
   * parts of 10,000 consecutive jobs, two from the beginning and two from the second half. A
   * replication is one draw of ready times and deadlines. Durations are the times that users
   * requested, because the six run times of the paper follow their distribution (section 6.1).
   */
  public static final Experiment LOG =
      new RectanglesExperiment(
          "rectangles-log",
          Stream.of("1-10000", "10001-20000", "130001-140000", "150001-160000")
              .map(
                  jobs ->
                      point(
                          "jobs " + jobs,
                          jobs,
                          "jobs.source=log",
                          "log.file=\"" + FILE + "\"",
                          "log.duration=requested",
                          "log.jobs=" + jobs)),
          new Labels("on the log", "on the log", "jobs", Kind.BARS),
          FILE);

  private static final String SPREAD =
      "speeds=[{count = 512, speed = 1.25}, {count = 512, speed = 0.75}]";
  private static final String WIDE_SPREAD =
      "speeds=[{count = 512, speed = 1.5}, {count = 512, speed = 0.5}]";
  private static final String SHAPES = "shapes=[0.5, 2]";

  /**
   * Future work of the paper: elements of several speeds, and requests that several shapes can
   * meet, compared with the standard elements and rigid requests of the paper's figures. Elements
   * of several speeds have the total capacity of the standard elements; a shape has half or twice
   * the elements for twice or half the time.
   */
  public static final Experiment EXTENSIONS =
      new RectanglesExperiment(
          "rectangles-extensions",
          Stream.of(
              extension("standard"),
              extension("malleable", SHAPES),
              extension("speeds 1.25/0.75", SPREAD),
              extension("speeds 1.5/0.5", WIDE_SPREAD),
              extension("speeds 1.25/0.75 malleable", SPREAD, SHAPES)),
          new Labels("of extensions", "of extensions", "requests and elements", Kind.BARS));

  /** Labels of the two figures: the ends of their titles, the axis of the points, the kind. */
  private record Labels(String acceptance, String slowdown, String points, Kind kind) {}

  private final String name;
  private final PolicyPoints points;
  private final Labels labels;
  private final List<String> logs;

  private RectanglesExperiment(
      String name, Stream<PolicyPoint> points, Labels labels, String... logs) {
    this.name = name;
    this.points = new PolicyPoints(points.toList());
    this.labels = labels;
    this.logs = List.of(logs);
  }

  private static PolicyPoint point(String label, String x, String... settings) {
    return new PolicyPoint(label, x, List.of(settings));
  }

  private static PolicyPoint extension(String label, String... settings) {
    return point(label, label, settings);
  }

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named(name);
  }

  @Override
  public List<String> logs() {
    return logs;
  }

  @Override
  public List<Measure> measures() {
    return points.measures();
  }

  @Override
  public List<String> policies() {
    return PolicyPoints.POLICIES;
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    return points.replicable(context);
  }

  @Override
  public List<Figure> figures() {
    return List.of(
        points.figure(
            "Acceptance " + labels.acceptance(),
            labels.points(),
            "accepted, %",
            labels.kind(),
            PolicyPoint::acceptance),
        points.figure(
            "Slowdown " + labels.slowdown(),
            labels.points(),
            "slowdown",
            labels.kind(),
            PolicyPoint::slowdown));
  }
}
