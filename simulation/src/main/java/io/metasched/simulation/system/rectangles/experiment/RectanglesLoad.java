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
 * Experiment on acceptance and slowdown of the policies by the load.
 *
 * <p>Source: the paper on parallel reservations, section 6.2.2, figures 4 and 5. The prototype in
 * the documentation is part of this project; the paper has none.
 */
public final class RectanglesLoad implements Experiment {
  private static final PolicyPoints POINTS =
      new PolicyPoints(
          Stream.of(0.5, 0.75, 1.0, 1.25, 1.5)
              .map(
                  value ->
                      new PolicyPoint(
                          "af " + value, "" + value, List.of("jobs.arrival-factor=" + value)))
              .toList());

  @Override
  public ExperimentInfo profile() {
    return new ExperimentInfo(
        "rectangles-load",
        "Acceptance and slowdown of reservations by the load.",
        "paper on parallel reservations, section 6.2.2, figures 4 and 5",
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
        "Acceptance (figure 4)", "Slowdown (figure 5)", "arrival factor", Kind.LINES);
  }
}
