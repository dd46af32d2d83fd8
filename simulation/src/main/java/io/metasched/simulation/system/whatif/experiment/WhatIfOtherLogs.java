package io.metasched.simulation.system.whatif.experiment;

import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.ExperimentInfo;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.Paired;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The methods on the first 2000 sound jobs of other machines.
 *
 * <p>Not in the what-if paper, which has one log: whether its conclusions hold beyond it.
 */
public final class WhatIfOtherLogs implements Experiment {
  /** A machine: its name in rows, its log and its processors. */
  private record Machine(String name, String log, int processors) {}

  private static final List<Machine> MACHINES =
      List.of(
          new Machine("SDSC-SP2", "SDSC-SP2-1998-4.2-cln.swf.gz", 128),
          new Machine("HPC2N", "HPC2N-2002-2.2-cln.swf.gz", 240));

  private static final int NARROW = 2;
  private static final int WIDE = 30;
  private static final List<Integer> LEADS = List.of(0, 2, 24);
  private static final List<Integer> SMALL_LEADS = List.of(0, 2);

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
    return new ExperimentInfo(
        "whatif-other-logs",
        "Success and added wait on the logs of other machines.",
        "beyond the what-if paper, with its sections 5.2 and 5.3",
        BlueHorizon.DRAWS_FOR_DELAYS,
        3,
        false);
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
    return CELLS.replicable(
        context,
        observations -> (point, method, run) -> CELLS.observe(point, method, run, observations));
  }

  @Override
  public List<Claim> claims(ObservedValues measured) {
    var claims = new ArrayList<Claim>();
    for (var machine : MACHINES) {
      var on = "-on-" + machine.name().toLowerCase(Locale.ROOT);
      var grants = new Paired(measured);
      var near = new Paired(measured);
      for (int lead : SMALL_LEADS) {
        grants.less(
            cell(machine, lead, NARROW, Methods.LOAD, Quantity.SUCCESS),
            cell(machine, lead, NARROW, Methods.WHAT_IF, Quantity.SUCCESS));
        near.near(
            cell(machine, lead, NARROW, Methods.FIRST_FREE, Quantity.SUCCESS),
            cell(machine, lead, NARROW, Methods.WHAT_IF, Quantity.SUCCESS),
            0.5);
      }
      claims.add(
          grants.claim(
              "whatif-grants-more" + on,
              "In windows of 2 hours what-if grants more requests than load at book-ahead times of 0"
                  + " and 2 hours."));
      claims.add(
          near.claim(
              "ranking-grants-no-more" + on,
              "In windows of 2 hours the first free start grants as many as what-if at the same,"
                  + " within half a point."));
      claims.add(
          adds(
              measured,
              machine,
              Methods.LOAD,
              "less-added-wait-than-load" + on,
              "In windows of 30 hours what-if adds less wait than load at book-ahead times of 0 and"
                  + " 2 hours."));
      claims.add(
          adds(
              measured,
              machine,
              Methods.FIRST_FREE,
              "less-added-wait-than-first-free" + on,
              "In windows of 30 hours what-if adds less wait than the first free start at the"
                  + " same."));
    }
    return claims;
  }

  private static Claim adds(
      ObservedValues measured, Machine machine, String other, String id, String text) {
    var paired = new Paired(measured);
    for (int lead : SMALL_LEADS) {
      paired.less(
          cell(machine, lead, WIDE, Methods.WHAT_IF, Quantity.ADDED),
          cell(machine, lead, WIDE, other, Quantity.ADDED));
    }
    return paired.claim(id, text);
  }

  private static Series cell(
      Machine machine, int lead, int window, String method, Quantity quantity) {
    return CELLS.cell(point(machine, lead, window), method, quantity);
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
