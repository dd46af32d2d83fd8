package io.metasched.simulation.system.whatif.experiment;

import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.config.ExperimentInfo;
import java.util.ArrayList;
import java.util.List;

/**
 * Experiment with the methods on the first 2000 sound jobs of other machines.
 *
 * <p>Not in the what-if paper, which has one log: it examines whether the paper's conclusions hold
 * for other logs.
 */
public final class WhatIfOtherLogs implements Experiment {
  /** Machine: its name in rows, its log and its number of processors. */
  private record Machine(String name, String log, int processors) {}

  private static final List<Machine> MACHINES =
      List.of(
          new Machine("SDSC-SP2", "SDSC-SP2-1998-4.2-cln.swf.gz", 128),
          new Machine("HPC2N", "HPC2N-2002-2.2-cln.swf.gz", 240));

  private static final int NARROW = 2;
  private static final int WIDE = 30;
  private static final List<Integer> LEADS = List.of(0, 2, 24);

  private static final WindowCells CELLS =
      WindowCells.table(
          points(),
          Methods.ALL,
          List.of(Quantity.SUCCESS, Quantity.DELAYED, Quantity.ADDED, Quantity.SHIFT));

  private static List<WindowPoint> points() {
    var points = new ArrayList<WindowPoint>();
    for (var machine : MACHINES) {
      for (int lead : LEADS) {
        points.add(point(machine, lead, NARROW));
        points.add(point(machine, lead, WIDE));
      }
    }
    return points;
  }

  private static WindowPoint point(Machine machine, int lead, int window) {
    return WindowPoint.of(
        "%s BAT %d h STW %d h".formatted(machine.name(), lead, window),
        lead,
        window,
        Methods.ALL,
        "log.file=\"%s\"".formatted(machine.log()),
        "clusters=[{count = 1, processors = %d}]".formatted(machine.processors()));
  }

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("whatif-other-logs");
  }

  @Override
  public List<String> logs() {
    return MACHINES.stream().map(Machine::log).toList();
  }

  @Override
  public List<Measure> measures() {
    return CELLS.measures();
  }

  @Override
  public List<String> policies() {
    return Methods.ALL;
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    return CELLS.replicable(context);
  }

  @Override
  public List<Figure> figures() {
    var figures = new ArrayList<Figure>();
    for (var machine : MACHINES) {
      var narrow = LEADS.stream().map(lead -> point(machine, lead, NARROW)).toList();
      var wide = LEADS.stream().map(lead -> point(machine, lead, WIDE)).toList();
      figures.add(
          CELLS.overLeads(
              "Success on %s, STW 2 h".formatted(machine.name()),
              "granted, %",
              Quantity.SUCCESS,
              narrow));
      figures.add(
          CELLS.overLeads(
              "Added wait on %s, STW 30 h".formatted(machine.name()),
              "hours",
              Quantity.ADDED,
              wide));
    }
    return figures;
  }
}
