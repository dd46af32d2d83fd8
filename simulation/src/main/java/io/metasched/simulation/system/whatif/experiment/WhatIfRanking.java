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

/**
 * What it gains to rank free starts by plans: beside what-if a method that takes the first start
 * that can be reserved.
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

  private static final double NEAR = 0.5;
  private static final double MOST = 90;

  @Override
  public ExperimentInfo profile() {
    return new ExperimentInfo(
        "whatif-ranking",
        "What the ranking by plans gains over the first start that is free, in success and in added"
            + " wait.",
        "beyond the what-if paper, with its sections 5.2 and 5.3",
        BlueHorizon.DRAWS_FOR_DELAYS,
        6,
        false);
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

  /** The methods that make plans. */
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
  public List<Claim> claims(ObservedValues measured) {
    var near = new Paired(measured);
    for (var column : List.of(OVERALL, TIGHT)) {
      near.near(new Series(Methods.FIRST_FREE, column), new Series(Methods.WHAT_IF, column), NEAR);
    }
    var equal = measured.estimate(Methods.WHAT_IF, EQUAL);
    return List.of(
        near.claim(
            "ranking-grants-no-more",
            "The first free start grants as many requests as what-if, within half a point."),
        saves(
            measured,
            "ranking-saves-added-wait-at-small-bat",
            "In windows of 30 hours what-if adds less wait at book-ahead times of 0 and 2 hours.",
            List.of(0, 2)),
        saves(
            measured,
            "ranking-saves-added-wait-at-large-bat",
            "So it does at book-ahead times of 12 and 24 hours.",
            List.of(12, 24)),
        new Claim(
            "most-plans-equal-the-original",
            "In at least 90 % of the plans a reservation moves no job.",
            equal.least() >= MOST,
            "%.1f +- %.1f %%".formatted(equal.mean(), equal.ci95())));
  }

  private static Claim saves(ObservedValues measured, String id, String text, List<Integer> leads) {
    var paired = new Paired(measured);
    for (var point : CELLS.points()) {
      if (leads.contains(point.leadHours()) && point.windowHours() == 30) {
        paired.less(
            CELLS.cell(point, Methods.WHAT_IF, Quantity.ADDED),
            CELLS.cell(point, Methods.FIRST_FREE, Quantity.ADDED));
      }
    }
    return paired.claim(id, text);
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
