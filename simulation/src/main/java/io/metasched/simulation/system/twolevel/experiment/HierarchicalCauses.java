package io.metasched.simulation.system.twolevel.experiment;

import io.metasched.metascheduler.twolevel.GridSettings;
import io.metasched.simulation.experiment.Sp2Jobs;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.config.ExperimentInfo;
import io.metasched.simulation.system.twolevel.model.ReservationDraw;
import io.metasched.simulation.system.twolevel.model.TwoLevelSetting;
import io.metasched.simulation.workload.trace.TraceJob;
import java.util.ArrayList;
import java.util.List;

/**
 * Experiment on the causes of higher flow time and lower utilisation with reservations: one level
 * or two, limits equal to the run times or multiples of them, reservations that move forward, and
 * reservations without batch tasks.
 *
 * <p>Source: the hierarchical reservation paper, abstract, sections 4.4.3, 5.2 and 6, which name
 * these causes but do not compare them; on the later set with MCT. On one provider, ar-gather
 * differs from MCT only by moving late reservations forward.
 */
public final class HierarchicalCauses implements Experiment {
  private static final List<Integer> PERCENTS = List.of(0, 20, 40, 60, 80, 100);
  private static final List<Integer> SOME = PERCENTS.subList(1, PERCENTS.size());
  private static final String TWO = "2 x 64";
  private static final String ONE = "1 x 128";
  private static final String MOVED = "1 x 128 moved";
  private static final String ALONE = "no batch tasks";
  private static final List<Integer> FACTORS = List.of(1, 2, 4);

  /** Column of the share of {@link Gaps}; two more columns follow. */
  private static final String GAPS = "gaps";

  private static final String HELD_UP = "heldUp";
  private static final String BEFORE = "gapBefore";

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("hierarchical-causes");
  }

  @Override
  public List<String> logs() {
    return Sp2Jobs.LATER.files();
  }

  private static String limits(int factor) {
    return "limits x" + factor;
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    measures.addAll(Sp2Runs.measures(Sp2Runs.rows(TWO, PERCENTS), ""));
    for (int factor : FACTORS) {
      measures.addAll(Sp2Runs.measures(Sp2Runs.rows(limits(factor), PERCENTS), ""));
    }
    measures.addAll(Sp2Runs.measures(Sp2Runs.rows(ONE, PERCENTS), ""));
    measures.addAll(Sp2Runs.measures(Sp2Runs.rows(MOVED, SOME), ""));
    measures.addAll(Sp2Runs.measures(Sp2Runs.rows(ALONE, SOME), ""));
    for (var variant : List.of(TWO, limits(1))) {
      measures.addAll(
          Sp2Runs.ours(
              Sp2Runs.rows(variant, SOME.subList(0, SOME.size() - 1)), "", GAPS, HELD_UP, BEFORE));
    }
    return measures;
  }

  @Override
  public List<String> policies() {
    return List.of(TWO, limits(1), limits(2), limits(4), ONE, MOVED, ALONE);
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    var two = Sp2Runs.setting("mct");
    return Sp2Runs.replicable(
        Sp2Jobs.LATER,
        context,
        runs -> {
          for (int percent : PERCENTS) {
            observe(runs, TWO, percent, two);
            for (int factor : FACTORS) {
              observe(runs.with(limited(runs.logged(), factor)), limits(factor), percent, two);
            }
            observe(runs, ONE, percent, one("mct"));
            if (SOME.contains(percent)) {
              observe(runs, MOVED, percent, one("ar-gather"));
              var reservations =
                  runs.jobs(draw(percent)).stream()
                      .filter(job -> job.reservation().isPresent())
                      .toList();
              runs.observe(Sp2Runs.row(ALONE, percent), "", runs.replay(reservations, two));
            }
          }
        });
  }

  private static TwoLevelSetting one(String reservations) {
    return new TwoLevelSetting(
        1, 2 * Sp2Runs.PROCESSORS, "first-fit", 0, "random", reservations, GridSettings.DEFAULTS);
  }

  /** Returns the jobs with limits that are multiples of their run times. */
  private static List<TraceJob> limited(List<TraceJob> logged, int factor) {
    return logged.stream()
        .map(job -> job.asking(job.processors(), Math.multiplyExact(factor, job.runTicks())))
        .toList();
  }

  private static ReservationDraw draw(int percent) {
    return ReservationDraw.fixed(percent / 100.0);
  }

  private static void observe(Sp2Runs runs, String variant, int percent, TwoLevelSetting setting) {
    var row = Sp2Runs.row(variant, percent);
    var run = runs.observe(row, "", draw(percent), setting);
    boolean isMixed = percent > 0 && percent < 100;
    if (isMixed && (variant.equals(TWO) || variant.equals(limits(1)))) {
      var gaps = Gaps.of(run);
      runs.put(row, GAPS, gaps.share());
      runs.put(row, HELD_UP, gaps.heldUp());
      runs.put(row, BEFORE, gaps.beforeReservations());
    }
  }

  @Override
  public List<Figure> figures() {
    return CriteriaFigures.overShares(
        CriteriaFigures.titles(" by cause"),
        List.of(TWO, limits(1), limits(2), limits(4), ONE),
        PERCENTS,
        "");
  }
}
