package io.metasched.simulation.system.twolevel.experiment;

import io.metasched.resource.model.Ticks;
import io.metasched.resource.profile.CapacitySlots;
import io.metasched.simulation.experiment.Sp2Jobs;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.config.ExperimentInfo;
import io.metasched.simulation.system.twolevel.metric.TwoLevelMetrics;
import io.metasched.simulation.system.twolevel.model.ReservationDraw;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import io.metasched.simulation.workload.trace.TraceJob;
import java.util.ArrayList;
import java.util.List;

/**
 * Experiment on reservations in slots of ten minutes and of an hour, compared with variable slots.
 *
 * <p>Source: the hierarchical reservation paper, section 3.3, figures 4 and 5, which do not state
 * the replayed jobs. Here, both sets run on two providers with MCT, by the share of reservations,
 * and again with tasks four times as long.
 */
public final class HierarchicalSlots implements Experiment {
  private static final List<Integer> PERCENTS = List.of(10, 30, 50, 70, 100);

  /** Number of {@link Gaps}. */
  private static final String GAPS = "gaps";

  private static final String MAKESPAN = "makespan";

  /** Prefix of the columns of the later set with all times multiplied by {@link #TIMES}. */
  private static final String LONGER = "longer.";

  private static final int TIMES = 4;

  /** Kind of slots. */
  private record Kind(String name, CapacitySlots slots) {}

  private static final Kind VARIABLE = new Kind("variable", CapacitySlots.VARIABLE);
  private static final Kind SHORT = new Kind("10 min", new CapacitySlots(600 * Ticks.PER_UNIT));
  private static final Kind LONG = new Kind("1 h", new CapacitySlots(3600 * Ticks.PER_UNIT));
  private static final List<Kind> KINDS = List.of(VARIABLE, SHORT, LONG);

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("hierarchical-slots");
  }

  @Override
  public List<String> logs() {
    return Sp2Jobs.LOGS;
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var set : Sp2Jobs.SETS) {
      for (var kind : KINDS) {
        var rows = Sp2Runs.rows(kind.name(), PERCENTS);
        measures.addAll(Sp2Runs.measures(rows, set.prefix()));
        measures.addAll(Sp2Runs.ours(rows, set.prefix(), GAPS, MAKESPAN));
      }
    }
    KINDS.forEach(
        kind -> measures.addAll(Sp2Runs.measures(Sp2Runs.rows(kind.name(), List.of(30)), LONGER)));
    return measures;
  }

  @Override
  public List<String> policies() {
    return KINDS.stream().map(Kind::name).toList();
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    return Sp2Runs.replicable(
        Sp2Jobs.SETS,
        context,
        (set, runs) -> {
          for (var kind : KINDS) {
            for (int percent : PERCENTS) {
              var row = Sp2Runs.row(kind.name(), percent);
              var run = observe(runs, row, set.prefix(), percent, kind);
              runs.put(row, set.prefix() + GAPS, Gaps.of(run).periods());
              runs.put(row, set.prefix() + MAKESPAN, TwoLevelMetrics.of(run, MAKESPAN));
            }
          }
          if (set.equals(Sp2Jobs.LATER)) {
            var longer = runs.with(longer(runs.logged()));
            for (var kind : KINDS) {
              observe(longer, Sp2Runs.row(kind.name(), 30), LONGER, 30, kind);
            }
          }
        });
  }

  private static TwoLevelRun observe(
      Sp2Runs runs, String row, String prefix, int percent, Kind kind) {
    var draw = ReservationDraw.fixed(percent / 100.0);
    return runs.observe(row, prefix, draw, Sp2Runs.setting("mct").withSlots(kind.slots()));
  }

  /** Returns the jobs with all times multiplied: an equal load of longer tasks. */
  private static List<TraceJob> longer(List<TraceJob> logged) {
    return logged.stream()
        .map(
            job ->
                new TraceJob(
                    job.id(),
                    TIMES * job.submitTicks(),
                    TIMES * job.runTicks(),
                    job.processors(),
                    TIMES * job.estimateTicks(),
                    job.user(),
                    job.overrun(),
                    TIMES * job.loggedRunTicks(),
                    TIMES * job.waitTicks()))
        .toList();
  }

  @Override
  public List<Figure> figures() {
    return CriteriaFigures.ofSets(" by kind of slots (figure 5, %s set)", policies(), PERCENTS);
  }
}
