package io.metasched.simulation.system.whatif.experiment;

import io.metasched.metascheduler.program.Quantiles;
import io.metasched.simulation.experiment.RunTaker;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.RankCorrelation;
import io.metasched.simulation.study.RankCorrelation.Pair;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.system.whatif.rows.WhatIfJobRow;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Recorder of the runs of all 36 combinations: the runs of each combination, and the paper's
 * statements about all combinations. Means over combinations omit combinations without a value.
 */
final class CombinedRuns implements RunTaker<WindowPoint, WhatIfRun> {
  /** Share of granted requests over all combinations, in per cent. */
  static final String OVERALL = "all 36";

  /** Share of granted requests over the combinations in which both times are short, in per cent. */
  static final String TIGHT = "both up to 2 h";

  private static final List<Quantity> MEANS =
      List.of(Quantity.DELAYED, Quantity.WAIT, Quantity.ADDED, Quantity.GROWTH);
  private static final List<Integer> PERCENTILES = List.of(50, 90, 99);
  private static final double SECOND = 1000;

  private static final String MOST_GROWTH = "most growth-s";
  private static final String LARGE_LATER = "large job later with BAT + STW, rank correlation";
  private static final String UNUSED = "unused before large job with BAT + STW, rank correlation";
  private static final String FAILED = "failed by later reservations";
  private static final String AVAILABILITY = "availability with added wait, rank correlation";
  private static final String HOLES = "not granted by load, in holes, %";

  private final Observations observations;
  private final WindowCells cells;
  private final MeanCells means = new MeanCells();
  private final Map<String, Double> mostGrowth = new TreeMap<>();
  private final Map<Series, List<Pair>> byHorizon = new LinkedHashMap<>();
  private Set<Long> grantedByLoad = new TreeSet<>();

  CombinedRuns(Observations observations, WindowCells cells) {
    this.observations = observations;
    this.cells = cells;
  }

  private static String added(int percent) {
    return "added-s %d %%".formatted(percent);
  }

  /** Returns the cells of all combinations together, except the success. */
  static List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var method : Methods.PAPER) {
      MEANS.forEach(quantity -> measures.add(Measure.ours(method, quantity.column())));
      PERCENTILES.forEach(percent -> measures.add(Measure.ours(method, added(percent))));
      List.of(MOST_GROWTH, LARGE_LATER, UNUSED)
          .forEach(column -> measures.add(Measure.ours(method, column)));
    }
    measures.add(Measure.ours(Methods.LOAD, FAILED));
    measures.add(Measure.ours(Methods.WHAT_IF, AVAILABILITY));
    measures.add(Measure.ours(Methods.WHAT_IF, HOLES));
    return measures;
  }

  @Override
  public void take(WindowPoint point, String method, WhatIfRun run) {
    cells.observe(point, method, run, observations);
    double success = Quantity.SUCCESS.of(run);
    means.add(new Series(method, OVERALL), success);
    means.add(new Series(method, TIGHT), point.isTight() ? success : Double.NaN);
    if (Methods.PAPER.contains(method)) {
      takeDelays(point, method, run);
    }
    var holes = GrantedHoles.of(run);
    if (method.equals(Methods.LOAD)) {
      means.add(new Series(method, FAILED), holes.failedByLater());
      grantedByLoad = holes.granted();
    } else if (method.equals(Methods.WHAT_IF)) {
      means.add(new Series(method, AVAILABILITY), holes.availabilityByDelay());
      means.add(new Series(method, HOLES), holes.inHoles(grantedByLoad));
    }
  }

  private void takeDelays(WindowPoint point, String method, WhatIfRun run) {
    for (var quantity : MEANS) {
      means.add(new Series(method, quantity.column()), quantity.of(run));
    }
    var added =
        run.jobs().stream()
            .mapToLong(WhatIfJobRow::addedWait)
            .filter(ticks -> ticks > 0)
            .sorted()
            .mapToDouble(ticks -> ticks / SECOND)
            .toArray();
    for (int percent : PERCENTILES) {
      means.add(new Series(method, added(percent)), Quantiles.of(added, percent));
    }
    mostGrowth.merge(method, Quantity.growthSeconds(run), Math::max);
    var large = new LargeJobs(ClusterView.of(run));
    int horizon = point.leadHours() + point.windowHours();
    note(new Series(method, LARGE_LATER), horizon, large.delayHours());
    note(new Series(method, UNUSED), horizon, large.unusedArea());
  }

  private void note(Series cell, int horizon, double value) {
    if (!Double.isNaN(value)) {
      byHorizon.computeIfAbsent(cell, series -> new ArrayList<>()).add(new Pair(horizon, value));
    }
  }

  @Override
  public void end() {
    means.observe(observations);
    mostGrowth.forEach((method, most) -> observations.put(method, MOST_GROWTH, most));
    byHorizon.forEach(
        (cell, pairs) -> observations.put(cell.row(), cell.column(), RankCorrelation.of(pairs)));
  }
}
