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
 * Experiment on the success of requests by their book-ahead time and the size of their window, in
 * all combinations of the paper.
 *
 * <p>Source: the what-if paper, section 5.2, figure 3. The paper publishes means, in a figure
 * without numbers.
 */
public final class WhatIfSuccess implements Experiment {
  private static final WindowCells CELLS =
      WindowCells.grid(Methods.ALL, List.of(Quantity.SUCCESS, Quantity.GROWTH));

  private static final String OVERALL = CombinedRuns.OVERALL;
  private static final String TIGHT = CombinedRuns.TIGHT;
  private static final double TOLERANCE = 0.05;

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("whatif-success");
  }

  @Override
  public List<String> logs() {
    return BlueHorizon.LOGS;
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    measures.add(Measure.published(Methods.LOAD, OVERALL, 80, TOLERANCE));
    measures.add(Measure.published(Methods.LOAD, TIGHT, 38, TOLERANCE));
    measures.add(Measure.published(Methods.WHAT_IF, OVERALL, 97, TOLERANCE));
    measures.add(Measure.published(Methods.WHAT_IF, TIGHT, 92, TOLERANCE));
    measures.add(Measure.ours(Methods.FIRST_FREE, OVERALL));
    measures.add(Measure.ours(Methods.FIRST_FREE, TIGHT));
    measures.addAll(CombinedRuns.measures());
    measures.addAll(CELLS.measures());
    return measures;
  }

  @Override
  public List<String> policies() {
    return Methods.ALL;
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    return CELLS.replicable(context, observations -> new CombinedRuns(observations, CELLS));
  }

  @Override
  public List<Figure> figures() {
    var figures = new ArrayList<Figure>();
    for (var method : Methods.ALL) {
      figures.add(
          CELLS.heatMap(
              "Success of %s, %%%s"
                  .formatted(method, Methods.PAPER.contains(method) ? " (figure 3)" : ""),
              method,
              Quantity.SUCCESS));
    }
    return figures;
  }
}
