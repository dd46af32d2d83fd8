package io.metasched.simulation.system.whatif.experiment;

import io.metasched.simulation.experiment.RunTaker;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Figure.Point;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.study.config.ExperimentInfo;
import io.metasched.simulation.system.whatif.rows.RequestRow;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Experiment on the success of requests by the load at their arrival, over all combinations of the
 * paper. The load is the backlog of the cluster; the requests of a run are divided into fifths by
 * that backlog.
 *
 * <p>Source: the what-if paper, section 5.2, which has numbers for the highest fifth only.
 */
public final class WhatIfLoad implements Experiment {
  private static final int FIFTHS = 5;
  private static final double HOUR = 3_600_000;
  private static final double TOLERANCE = 0.05;
  private static final List<WindowPoint> POINTS = WindowPoint.all(Methods.ALL);

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("whatif-load");
  }

  @Override
  public List<String> logs() {
    return BlueHorizon.LOGS;
  }

  /**
   * Returns the series of success rates of one fifth of the requests; fifth 1 has the lowest load.
   */
  private static Series success(String method, int fifth) {
    return new Series(method, "success.fifth " + fifth);
  }

  /** Returns the series of mean backlogs, in hours, of one fifth of the requests. */
  private static Series backlog(String method, int fifth) {
    return new Series(method, "backlog-h.fifth " + fifth);
  }

  /**
   * Returns the series of success rates of the fifth with the highest load, of the requests of all
   * runs together.
   */
  private static Series pooled(String method) {
    return new Series(method, "highest of all");
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var method : Methods.ALL) {
      measures.add(Measure.ours(method, pooled(method).column()));
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
    return WindowCells.replicable(POINTS, context, Taker::new);
  }

  /**
   * Recorder of the fifths of each run, and of the highest fifth of the requests of all runs
   * together.
   */
  private static final class Taker implements RunTaker<WindowPoint, WhatIfRun> {
    private final Observations observations;
    private final MeanCells means = new MeanCells();
    private final Map<String, List<Met>> pooled = new TreeMap<>();

    Taker(Observations observations) {
      this.observations = observations;
    }

    @Override
    public void take(WindowPoint point, String method, WhatIfRun run) {
      var byLoad = Met.byLoad(run);
      for (int i = 0; i < byLoad.size(); i++) {
        int fifth = 1 + i * FIFTHS / byLoad.size();
        means.add(success(method, fifth), byLoad.get(i).isGranted() ? 100 : 0);
        means.add(backlog(method, fifth), byLoad.get(i).backlogTicks() / HOUR);
      }
      pooled.computeIfAbsent(method, name -> new ArrayList<>()).addAll(byLoad);
    }

    @Override
    public void end() {
      pooled.forEach(
          (method, requests) -> {
            requests.sort(Comparator.comparingLong(Met::backlogTicks));
            var highest =
                requests.subList(requests.size() * (FIFTHS - 1) / FIFTHS, requests.size());
            highest.forEach(met -> means.add(pooled(method), met.isGranted() ? 100 : 0));
          });
      means.observe(observations);
    }
  }

  /** Request, with the backlog at its arrival and its result. */
  private record Met(long backlogTicks, boolean isGranted) {
    /** Returns the requests of a run on one cluster, the least backlog first. */
    static List<Met> byLoad(WhatIfRun run) {
      var granted =
          run.requests().stream()
              .filter(RequestRow::isGranted)
              .map(RequestRow::id)
              .collect(Collectors.toCollection(TreeSet::new));
      return run.probes().stream()
          .map(probe -> new Met(probe.backlogTicks(), granted.contains(probe.request())))
          .sorted(Comparator.comparingLong(Met::backlogTicks))
          .toList();
    }
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
