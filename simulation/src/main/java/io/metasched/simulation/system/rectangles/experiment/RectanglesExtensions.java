package io.metasched.simulation.system.rectangles.experiment;

import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.ExperimentInfo;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Replicable;
import java.util.List;

/**
 * Experiment on the future work of the paper on parallel reservations: elements of several speeds,
 * and requests that several shapes can meet. Compared with the standard elements and rigid requests
 * of the paper's figures. Elements of several speeds have the total capacity of the standard ones;
 * a shape has half or twice the elements for twice or half the time.
 */
public final class RectanglesExtensions implements Experiment {
  private static final String SPREAD =
      "speeds=[{count = 512, speed = 1.25}, {count = 512, speed = 0.75}]";
  private static final String WIDE_SPREAD =
      "speeds=[{count = 512, speed = 1.5}, {count = 512, speed = 0.5}]";
  private static final String SHAPES = "shapes=[0.5, 2]";

  private static final PolicyPoint STANDARD = point("standard");
  private static final PolicyPoint MALLEABLE = point("malleable", SHAPES);
  private static final PolicyPoint SPEEDS = point("speeds 1.25/0.75", SPREAD);
  private static final PolicyPoint WIDE_SPEEDS = point("speeds 1.5/0.5", WIDE_SPREAD);
  private static final PolicyPoint BOTH = point("speeds 1.25/0.75 malleable", SPREAD, SHAPES);

  private static final PolicyPoints POINTS =
      new PolicyPoints(List.of(STANDARD, MALLEABLE, SPEEDS, WIDE_SPEEDS, BOTH));

  private static PolicyPoint point(String label, String... settings) {
    return new PolicyPoint(label, label, List.of(settings));
  }

  @Override
  public ExperimentInfo profile() {
    return new ExperimentInfo(
        "rectangles-extensions",
        "Acceptance and slowdown with elements of several speeds and with malleable requests.",
        "paper on parallel reservations, section 7, further work",
        60,
        4,
        false);
  }

  @Override
  public List<Measure> measures() {
    return POINTS.measures();
  }

  @Override
  public List<String> policies() {
    return PolicyPoints.POLICIES;
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    return POINTS.replicable(context);
  }

  @Override
  public List<Figure> figures() {
    return POINTS.figures(
        "Acceptance of extensions", "Slowdown of extensions", "requests and elements", Kind.BARS);
  }
}
