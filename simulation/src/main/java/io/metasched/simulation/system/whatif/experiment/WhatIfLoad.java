package io.metasched.simulation.system.whatif.experiment;

import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.ExperimentInfo;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Figure.Point;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.Paired;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.system.whatif.ProbeRow;
import io.metasched.simulation.system.whatif.RequestRow;
import io.metasched.simulation.system.whatif.WhatIfRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The success of requests by the load that they met, over all combinations of the paper. The load
 * is the backlog of the cluster; the requests of a run are divided into fifths by it.
 *
 * <p>Source: the what-if paper, section 5.2, of which only the highest fifth has numbers.
 */
public final class WhatIfLoad implements Experiment {
  private static final int FIFTHS = 5;
  private static final double HOUR = 3_600_000;
  private static final double TOLERANCE = 0.05;
  private static final List<WindowPoint> POINTS = WindowPoint.all(Methods.ALL);

  @Override
  public ExperimentInfo profile() {
    return new ExperimentInfo(
        "whatif-load",
        "Success of requests by the backlog that they meet, in fifths of the requests of a run.",
        BlueHorizon.PAPER + "section 5.2",
        BlueHorizon.DRAWS,
        9,
        false);
  }

  @Override
  public List<String> logs() {
    return BlueHorizon.LOGS;
  }

  /** The success of a fifth, the first at the least load. */
  private static Series success(String method, int fifth) {
    return new Series(method, "success.fifth " + fifth);
  }

  /** Its mean backlog in hours. */
  private static Series backlog(String method, int fifth) {
    return new Series(method, "backlog-h.fifth " + fifth);
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var method : Methods.ALL) {
      for (int fifth = 1; fifth <= FIFTHS; fifth++) {
        measures.add(measure(success(method, fifth), fifth));
        measures.add(measure(backlog(method, fifth), 0));
      }
    }
    return measures;
  }

  private static Measure measure(Series cell, int fifth) {
    if (fifth == FIFTHS && cell.row().equals(Methods.LOAD)) {
      return Measure.published(cell.row(), cell.column(), 58, TOLERANCE);
    }
    if (fifth == FIFTHS && cell.row().equals(Methods.WHAT_IF)) {
      return Measure.published(cell.row(), cell.column(), 92, TOLERANCE);
    }
    return Measure.ours(cell.row(), cell.column());
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    return WindowCells.replicable(
        POINTS,
        context,
        observations ->
            new MeanTaker(observations, (point, method, run, means) -> add(method, run, means)));
  }

  private static void add(String method, WhatIfRun run, MeanCells means) {
    var granted =
        run.requests().stream()
            .filter(RequestRow::isGranted)
            .map(RequestRow::id)
            .collect(Collectors.toCollection(TreeSet::new));
    var byLoad =
        run.probes().stream()
            .sorted(
                Comparator.comparingLong(ProbeRow::backlogTicks).thenComparing(ProbeRow::request))
            .toList();
    for (int i = 0; i < byLoad.size(); i++) {
      var probe = byLoad.get(i);
      int fifth = 1 + i * FIFTHS / byLoad.size();
      means.add(success(method, fifth), granted.contains(probe.request()) ? 100 : 0);
      means.add(backlog(method, fifth), probe.backlogTicks() / HOUR);
    }
  }

  @Override
  public List<Claim> claims(ObservedValues measured) {
    var falls = new Paired(measured);
    for (int fifth = 2; fifth <= FIFTHS; fifth++) {
      falls.less(success(Methods.LOAD, fifth), success(Methods.LOAD, fifth - 1));
    }
    return List.of(
        new Paired(measured)
            .less(success(Methods.LOAD, FIFTHS), success(Methods.WHAT_IF, FIFTHS))
            .claim(
                "whatif-grants-more-at-high-load",
                "Of the fifth of the requests that meet the highest loads, what-if grants more."),
        falls.closest(
            "load-grants-less-with-load", "The higher the load, the fewer requests load grants."));
  }

  @Override
  public List<Figure> figures() {
    var curves =
        Methods.ALL.stream()
            .map(
                method ->
                    new Curve(
                        method,
                        IntStream.rangeClosed(1, FIFTHS)
                            .mapToObj(fifth -> new Point("" + fifth, success(method, fifth)))
                            .toList()))
            .toList();
    return List.of(
        new Figure(
            "Success by the load that requests meet",
            "fifth of the requests, by backlog",
            "granted, %",
            Kind.LINES,
            curves));
  }
}
