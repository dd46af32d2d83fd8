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
 * Experiment with the policies on the log of the LANL CM-5 itself, for which the paper on parallel
 * reservations uses only a model. It uses four parts of 10,000 consecutive jobs, two from the
 * beginning and two from the second half. A replication is one draw of ready times and deadlines.
 *
 * <p>Durations are the times that users requested, because the six run times of the paper follow
 * their distribution (section 6.1).
 */
public final class RectanglesLog implements Experiment {
  private static final String LOG = "LANL-CM5-1994-4.1-cln.swf.gz";
  private static final List<String> PARTS =
      List.of("1-10000", "10001-20000", "130001-140000", "150001-160000");

  private static final PolicyPoints POINTS =
      new PolicyPoints(PARTS.stream().map(RectanglesLog::point).toList());

  private static PolicyPoint point(String jobs) {
    return new PolicyPoint(
        "jobs " + jobs,
        jobs,
        List.of(
            "jobs.source=log",
            "log.file=\"" + LOG + "\"",
            "log.duration=requested",
            "log.jobs=" + jobs));
  }

  @Override
  public ExperimentInfo profile() {
    return new ExperimentInfo(
        "rectangles-log",
        "Acceptance and slowdown of reservations made of the jobs of a log.",
        "beyond the paper on parallel reservations, with its section 6",
        60,
        2.5,
        false);
  }

  @Override
  public List<String> logs() {
    return List.of(LOG);
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
    return POINTS.figures("Acceptance on the log", "Slowdown on the log", "jobs", Kind.BARS);
  }
}
