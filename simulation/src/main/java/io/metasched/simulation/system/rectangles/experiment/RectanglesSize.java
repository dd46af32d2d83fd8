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
 * Experiment on acceptance and slowdown of the policies by the size of the jobs.
 *
 * <p>Source: the paper on parallel reservations, section 6.2.1, figures 2 and 3. The prototype in
 * the documentation is part of this project; the paper has none.
 */
public final class RectanglesSize implements Experiment {
  private static final PolicyPoints POINTS =
      new PolicyPoints(
          Stream.of(5, 6, 7, 8, 9)
              .map(
                  value ->
                      new PolicyPoint("UMed " + value, "" + value, List.of("jobs.umed=" + value)))
              .toList());

  @Override
  public ExperimentInfo profile() {
    return new ExperimentInfo(
        "rectangles-size",
        "Acceptance and slowdown of reservations by the size of the jobs.",
        "paper on parallel reservations, section 6.2.1, figures 2 and 3",
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
    return POINTS.figures("Acceptance (figure 2)", "Slowdown (figure 3)", "UMed", Kind.LINES);
  }
}
