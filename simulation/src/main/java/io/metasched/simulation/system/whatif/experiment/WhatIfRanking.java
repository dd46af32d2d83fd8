package io.metasched.simulation.system.whatif.experiment;

import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.study.config.ExperimentInfo;
import java.util.ArrayList;
import java.util.List;

/**
 * Experiment on the gain of ranking free starts by plans: compares what-if with a method that takes
 * the first start that can be reserved.
 *
 * <p>Not in the what-if paper, which compares what-if with a method that refuses many free starts.
 */
public final class WhatIfRanking implements Experiment {
  private static final WindowCells CELLS =
      WindowCells.grid(Methods.RANKING, List.of(Quantity.SUCCESS, Quantity.ADDED));

  private static final String OVERALL = "all 36";
  private static final String TIGHT = "both up to 2 h";
  private static final String ADDED = "added-h";
  private static final List<String> MEANS = List.of(OVERALL, TIGHT, ADDED);

  private static final String EQUAL = "equal plans";
  private static final String EQUAL_QUEUED = "with a queue";
  private static final String LATER = "later start";
  private static final List<String> SHARES = List.of(EQUAL, EQUAL_QUEUED, LATER);

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("whatif-ranking");
  }

  @Override
  public List<String> logs() {
    return BlueHorizon.LOGS;
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var method : Methods.RANKING) {
      MEANS.forEach(column -> measures.add(Measure.ours(method, column)));
    }
    for (var method : ranked()) {
      SHARES.forEach(column -> measures.add(Measure.ours(method, column)));
    }
    measures.addAll(CELLS.measures());
    return measures;
  }

  /** Returns the methods that make plans. */
  private static List<String> ranked() {
    return Methods.RANKING.stream().filter(method -> !method.equals(Methods.FIRST_FREE)).toList();
  }

  @Override
  public List<String> policies() {
    return Methods.RANKING;
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    return CELLS.replicable(
        context,
        observations ->
            new MeanTaker(
                observations,
                (point, method, run, means) -> {
                  CELLS.observe(point, method, run, observations);
                  double success = Quantity.SUCCESS.of(run);
                  means.add(new Series(method, OVERALL), success);
                  means.add(new Series(method, TIGHT), point.isTight() ? success : Double.NaN);
                  means.add(new Series(method, ADDED), Quantity.ADDED.of(run));
                  if (ranked().contains(method)) {
                    addShares(method, PlanShares.of(run), means);
                  }
                }));
  }

  private static void addShares(String method, PlanShares shares, MeanCells means) {
    means.add(new Series(method, EQUAL), PlanShares.percent(shares.equalPlans(), shares.plans()));
    means.add(
        new Series(method, EQUAL_QUEUED),
        PlanShares.percent(shares.equalQueuedPlans(), shares.queuedPlans()));
    means.add(new Series(method, LATER), PlanShares.percent(shares.later(), shares.granted()));
  }

  @Override
  public List<Figure> figures() {
    var widest = CELLS.points().stream().filter(point -> point.windowHours() == 30).toList();
    var figures = new ArrayList<Figure>();
    figures.add(
        CELLS.overLeads("Added wait in windows of 30 hours", "hours", Quantity.ADDED, widest));
    for (var method : Methods.RANKING) {
      figures.add(CELLS.heatMap("Added wait of %s, h".formatted(method), method, Quantity.ADDED));
    }
    return figures;
  }
}
