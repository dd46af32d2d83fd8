package io.metasched.simulation.system.twolevel.experiment;

import static io.metasched.simulation.system.twolevel.experiment.Sp2Runs.FLOW;
import static io.metasched.simulation.system.twolevel.experiment.Sp2Runs.TARDINESS;
import static io.metasched.simulation.system.twolevel.experiment.Sp2Runs.UTILISATION;

import io.metasched.metascheduler.twolevel.GridSettings;
import io.metasched.simulation.experiment.Sp2Jobs;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.config.ExperimentInfo;
import io.metasched.simulation.system.twolevel.metric.TwoLevelCriteria;
import io.metasched.simulation.system.twolevel.model.ReservationDraw;
import io.metasched.simulation.system.twolevel.model.TwoLevelSetting;
import io.metasched.simulation.workload.trace.TraceJob;
import java.util.ArrayList;
import java.util.List;

/**
 * Experiment on the selection of a provider for a reservation, with 30 % of the jobs as
 * reservations in fixed intervals.
 *
 * <p>Source: the hierarchical reservation paper, section 5.4.1, table 6, on the later set. MCT
 * breaks ties at random; static dedicates one of the two providers to reservations. The experiment
 * also measures the other set, random placement, the project's own ar-gather, and resource priority
 * without large tasks.
 */
public final class HierarchicalStrategies implements Experiment {
  private static final ReservationDraw DRAW = ReservationDraw.fixed(0.3);
  private static final String STATIC = "static";
  private static final String MCT = "mct";
  private static final String PRIORITY = "ar-priority";
  private static final String GATHER = "ar-gather";
  private static final List<String> STRATEGIES = List.of(STATIC, MCT, PRIORITY, "random", GATHER);

  /** Share of reservations among the previous jobs on the processors of reservations. */
  private static final String GROUPED = "afterAR";

  /** Relative improvement of the flow time by resource priority over MCT. */
  private static final String GAIN = "gain";

  /** Prefix of the columns of the later set without tasks of more than {@link #MOST_PROCESSORS}. */
  private static final String SMALL = "small.";

  private static final int MOST_PROCESSORS = 32;
  private static final List<Sp2Jobs> SETS = List.of(Sp2Jobs.LATER, Sp2Jobs.FIRST);

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("hierarchical-strategies");
  }

  @Override
  public List<String> logs() {
    return Sp2Jobs.LOGS;
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var strategy : STRATEGIES) {
      for (var criterion : Sp2Runs.CRITERIA) {
        measures.add(Measure.of(profile(), strategy, Sp2Jobs.LATER.prefix() + criterion));
      }
    }
    measures.addAll(Sp2Runs.measures(STRATEGIES, Sp2Jobs.FIRST.prefix()));
    for (var set : SETS) {
      measures.addAll(Sp2Runs.ours(STRATEGIES, set.prefix(), Sp2Runs.BATCH_FLOW, GROUPED));
    }
    measures.add(Measure.ours(PRIORITY, Sp2Jobs.LATER.prefix() + GAIN));
    measures.add(Measure.ours(PRIORITY, SMALL + GAIN));
    return measures;
  }

  private static TwoLevelSetting setting(String strategy) {
    return strategy.equals(STATIC)
        ? Sp2Runs.setting(MCT).withGrid(GridSettings.DEFAULTS.withSetApart(1))
        : Sp2Runs.setting(strategy);
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    return Sp2Runs.replicable(
        SETS,
        context,
        (set, runs) -> {
          for (var strategy : STRATEGIES) {
            var run = runs.observe(strategy, set.prefix(), DRAW, setting(strategy));
            runs.put(strategy, set.prefix() + Sp2Runs.BATCH_FLOW, TaskFigures.batchFlow(run));
            runs.put(strategy, set.prefix() + GROUPED, TaskFigures.afterReservation(run));
          }
          if (set.equals(Sp2Jobs.LATER)) {
            observeGain(runs, set.prefix());
            observeGain(runs.with(small(runs.logged())), SMALL);
          }
        });
  }

  private static List<TraceJob> small(List<TraceJob> logged) {
    return logged.stream().filter(job -> job.processors() <= MOST_PROCESSORS).toList();
  }

  /** Records the relative improvement of the flow time by resource priority over MCT. */
  private static void observeGain(Sp2Runs runs, String prefix) {
    double mct = TwoLevelCriteria.of(runs.replay(DRAW, setting(MCT))).meanFlow();
    double priority = TwoLevelCriteria.of(runs.replay(DRAW, setting(PRIORITY))).meanFlow();
    runs.put(PRIORITY, prefix + GAIN, 1 - priority / mct);
  }

  @Override
  public List<Figure> figures() {
    var prefixes = SETS.stream().map(Sp2Jobs::prefix).toList();
    return List.of(
        CriteriaFigures.bars(
            "Utilisation (table 6)", "placement", STRATEGIES, prefixes, UTILISATION),
        CriteriaFigures.bars("Flow time (table 6)", "placement", STRATEGIES, prefixes, FLOW),
        CriteriaFigures.bars("Tardiness (table 6)", "placement", STRATEGIES, prefixes, TARDINESS));
  }
}
