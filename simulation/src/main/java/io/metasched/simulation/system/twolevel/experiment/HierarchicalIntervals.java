package io.metasched.simulation.system.twolevel.experiment;

import io.metasched.metascheduler.twolevel.GridSettings;
import io.metasched.resource.provider.Lateness;
import io.metasched.simulation.experiment.Sp2Jobs;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.study.config.ExperimentInfo;
import io.metasched.simulation.system.twolevel.metric.TwoLevelMetrics;
import io.metasched.simulation.system.twolevel.model.ReservationDraw;
import io.metasched.simulation.system.twolevel.model.ReservationLength;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Experiment on resource priority and MCT, in fixed intervals and in flexible ones of one to four
 * and two to eight times the duration.
 *
 * <p>Source: the hierarchical reservation paper, sections 5.4.1 and 5.4.2, figures 11 to 16, on the
 * later set. Also measures refusals if the end of an interval is a deadline, and the project's own
 * ar-gather.
 */
public final class HierarchicalIntervals implements Experiment {
  private static final List<Integer> PERCENTS = List.of(0, 10, 20, 30, 40, 50, 60, 80, 100);
  private static final List<Integer> MIXED = List.of(10, 20, 30, 40, 50, 60, 80);

  /** Shares of reservations at which the end of an interval is also used as a deadline. */
  private static final List<Integer> WITH_DEADLINES = List.of(20, 50, 80);

  /**
   * Share of reservations at which the length of the intervals varies, and a share with negligible
   * effect.
   */
  private static final int SHARE = 30;

  private static final int FEW = 2;

  private static final String MCT = "mct";
  private static final String PRIORITY = "ar-priority";
  private static final List<String> STRATEGIES = List.of(MCT, PRIORITY, "ar-gather");
  private static final List<String> PUBLISHED = List.of(MCT, PRIORITY);
  private static final String RESERVATION_FLOW = "arF";
  private static final String DELAY = "delay";

  /**
   * Mean increase of the batch tasks' flow time compared with the same tasks without reservations.
   */
  private static final String BATCH_RISE = "batchRise";

  /** Distance between the starts of a reservation under resource priority and MCT. */
  private static final String APART = "apart";

  private static final String REFUSED = "refused";

  /** Length of intervals as a multiple of the duration. */
  private record Interval(String label, String figures, double least, double most) {
    ReservationDraw draw(int percent) {
      return new ReservationDraw(percent / 100.0, ReservationLength.ACTUAL, least, most);
    }

    String prefix() {
      return label + ".";
    }
  }

  private static final Interval FIXED = new Interval("fixed", "figures 11 to 13", 1, 1);
  private static final Interval SHORT = new Interval("one-to-four", "figures 15 and 16", 1, 4);
  private static final Interval LONG = new Interval("two-to-eight", "figures 15 and 16", 2, 8);
  private static final List<Interval> INTERVALS = List.of(FIXED, SHORT, LONG);

  /** Intervals of figure 14, whose lengths the paper does not state. */
  private static final List<Interval> LENGTHS =
      Stream.of(1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0)
          .map(times -> new Interval("x" + times, "figure 14", times, times))
          .toList();

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("hierarchical-intervals");
  }

  @Override
  public List<String> logs() {
    return Sp2Jobs.LATER.files();
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var interval : INTERVALS) {
      for (var strategy : STRATEGIES) {
        measures.addAll(Sp2Runs.measures(Sp2Runs.rows(strategy, PERCENTS), interval.prefix()));
      }
      for (var strategy : PUBLISHED) {
        var rows = Sp2Runs.rows(strategy, MIXED);
        measures.addAll(Sp2Runs.ours(rows, interval.prefix(), BATCH_RISE, RESERVATION_FLOW, DELAY));
        measures.addAll(
            Sp2Runs.ours(Sp2Runs.rows(strategy, WITH_DEADLINES), interval.prefix(), REFUSED));
      }
      measures.addAll(Sp2Runs.ours(Sp2Runs.rows(PRIORITY, MIXED), interval.prefix(), APART));
    }
    for (var strategy : PUBLISHED) {
      for (var length : LENGTHS) {
        measures.addAll(Sp2Runs.measures(Sp2Runs.rows(strategy, List.of(SHARE)), length.prefix()));
      }
      var few = Sp2Runs.rows(strategy, List.of(FEW));
      measures.addAll(Sp2Runs.measures(few, FIXED.prefix()));
      measures.addAll(Sp2Runs.ours(few, FIXED.prefix(), BATCH_RISE));
    }
    return measures;
  }

  @Override
  public List<String> policies() {
    return STRATEGIES;
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    return Sp2Runs.replicable(
        Sp2Jobs.LATER,
        context,
        runs -> {
          var without = runs.replay(ReservationDraw.fixed(0), Sp2Runs.setting(MCT));
          INTERVALS.forEach(interval -> observe(runs, interval, without));
          for (var strategy : PUBLISHED) {
            var setting = Sp2Runs.setting(strategy);
            var row = Sp2Runs.row(strategy, SHARE);
            LENGTHS.forEach(
                length -> runs.observe(row, length.prefix(), length.draw(SHARE), setting));
            var few = Sp2Runs.row(strategy, FEW);
            var run = runs.observe(few, FIXED.prefix(), FIXED.draw(FEW), setting);
            runs.put(few, FIXED.prefix() + BATCH_RISE, TaskFigures.batchRise(run, without));
          }
        });
  }

  private static void observe(Sp2Runs runs, Interval interval, TwoLevelRun without) {
    for (int percent : PERCENTS) {
      var found = new LinkedHashMap<String, TwoLevelRun>();
      for (var strategy : STRATEGIES) {
        found.put(
            strategy,
            runs.observe(
                Sp2Runs.row(strategy, percent),
                interval.prefix(),
                interval.draw(percent),
                Sp2Runs.setting(strategy)));
      }
      if (MIXED.contains(percent)) {
        found.keySet().retainAll(PUBLISHED);
        observe(runs, percent, interval.prefix(), found, without);
      }
      if (WITH_DEADLINES.contains(percent)) {
        PUBLISHED.forEach(strategy -> observeRefused(runs, strategy, percent, interval));
      }
    }
  }

  private static void observe(
      Sp2Runs runs,
      int percent,
      String prefix,
      Map<String, TwoLevelRun> found,
      TwoLevelRun without) {
    found.forEach(
        (strategy, run) -> {
          var row = Sp2Runs.row(strategy, percent);
          runs.put(row, prefix + BATCH_RISE, TaskFigures.batchRise(run, without));
          runs.put(row, prefix + RESERVATION_FLOW, TaskFigures.reservationFlow(run));
          runs.put(row, prefix + DELAY, TaskFigures.delay(run));
          if (strategy.equals(PRIORITY)) {
            var mct = Objects.requireNonNull(found.get(MCT));
            runs.put(row, prefix + APART, TaskFigures.apart(run, mct));
          }
        });
  }

  private static void observeRefused(
      Sp2Runs runs, String strategy, int percent, Interval interval) {
    var deadlines = GridSettings.DEFAULTS.withLateness(Lateness.REFUSED);
    var run = runs.replay(interval.draw(percent), Sp2Runs.setting(strategy).withGrid(deadlines));
    runs.put(
        Sp2Runs.row(strategy, percent),
        interval.prefix() + REFUSED,
        TwoLevelMetrics.of(run, REFUSED));
  }

  @Override
  public List<Figure> figures() {
    var figures = new ArrayList<Figure>();
    for (var interval : INTERVALS) {
      var of = ", %s intervals (%s)".formatted(interval.label(), interval.figures());
      figures.addAll(
          CriteriaFigures.overShares(
              CriteriaFigures.titles(of), STRATEGIES, PERCENTS, interval.prefix()));
    }
    for (var criterion : Sp2Runs.CRITERIA) {
      figures.add(
          new Figure(
              criterion + " by the length of the intervals (figure 14)",
              "length / duration",
              criterion,
              Kind.LINES,
              PUBLISHED.stream().map(strategy -> overLengths(strategy, criterion)).toList()));
    }
    return figures;
  }

  private static Curve overLengths(String strategy, String criterion) {
    var row = Sp2Runs.row(strategy, SHARE);
    return Curve.of(
        strategy,
        LENGTHS,
        length -> length.least(),
        length -> new Series(row, length.prefix() + criterion));
  }
}
