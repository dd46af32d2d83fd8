package io.metasched.simulation.system.rectangles.experiment;

import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.ExperimentInfo;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Replicable;
import java.util.List;
import java.util.stream.Stream;

/**
 * Experiment on acceptance and slowdown of the policies by the flexibility of the requests.
 *
 * <p>Source: the paper on parallel reservations, section 6.2.3, figures 6 and 7. The prototype in
 * the documentation is part of this project; the paper has none.
 */
public final class RectanglesFlexibility implements Experiment {
  private static final PolicyPoints POINTS =
      new PolicyPoints(
          Stream.of(1, 2, 3, 4, 5)
              .map(
                  value ->
                      new PolicyPoint(
                          "{%d,%d}".formatted(value, value),
                          "" + value,
                          List.of(
                              "reservations.artime-factor=" + value,
                              "reservations.deadline-factor=" + value)))
              .toList());

  @Override
  public ExperimentInfo profile() {
    return new ExperimentInfo(
        "rectangles-flexibility",
        "Acceptance and slowdown of reservations by their flexibility.",
        "paper on parallel reservations, section 6.2.3, figures 6 and 7",
        100,
        2.5,
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
        "Acceptance (figure 6)", "Slowdown (figure 7)", "both factors", Kind.LINES);
  }
}
