package io.metasched.simulation.system.twolevel.experiment;

import io.metasched.metascheduler.twolevel.GridSettings;
import io.metasched.simulation.experiment.Sp2Jobs;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Replication;
import io.metasched.simulation.study.UnsoundScheduleException;
import io.metasched.simulation.system.twolevel.metric.TwoLevelCriteria;
import io.metasched.simulation.system.twolevel.model.GridJob;
import io.metasched.simulation.system.twolevel.model.ReservationDraw;
import io.metasched.simulation.system.twolevel.model.TwoLevelReplay;
import io.metasched.simulation.system.twolevel.model.TwoLevelSetting;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import io.metasched.simulation.system.twolevel.rule.TwoLevelRules;
import io.metasched.simulation.workload.trace.TraceJob;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Replays of logged jobs on two levels, as in the hierarchical reservation paper (section 5). In
 * one replication, all replays draw their reservations from the same order of the jobs. A larger
 * share therefore contains the reservations of a smaller share.
 */
public record Sp2Runs(List<TraceJob> logged, Replication replication, Observations observations) {
  static final int PROCESSORS = 64;
  public static final String UTILISATION = "U";
  public static final String FLOW = "F";
  public static final String TARDINESS = "D";

  /** The three criteria. */
  public static final List<String> CRITERIA = List.of(UTILISATION, FLOW, TARDINESS);

  static final String BATCH_FLOW = "batchF";

  private static final String SCENARIO = "hierarchical";

  /** Returns a copy for the same replication with other jobs. */
  Sp2Runs with(List<TraceJob> jobs) {
    return new Sp2Runs(jobs, replication, observations);
  }

  /**
   * Returns the setting of most of the paper's experiments, with the given placement of
   * reservations.
   */
  static TwoLevelSetting setting(String reservationPlacement) {
    return new TwoLevelSetting(
        2, PROCESSORS, "first-fit", 0, "load-balance", reservationPlacement, GridSettings.DEFAULTS);
  }

  /** Returns a replicable that runs the jobs of each set, in the order of the sets. */
  static Replicable replicable(
      List<Sp2Jobs> sets, ExperimentContext context, BiConsumer<Sp2Jobs, Sp2Runs> runs) {
    var logged = new LinkedHashMap<Sp2Jobs, List<TraceJob>>();
    sets.forEach(set -> logged.put(set, set.read(PROCESSORS, context)));
    return (replication, observations) ->
        logged.forEach(
            (set, jobs) -> runs.accept(set, new Sp2Runs(jobs, replication, observations)));
  }

  /** Returns a replicable that runs the jobs of one set. */
  static Replicable replicable(Sp2Jobs set, ExperimentContext context, Consumer<Sp2Runs> runs) {
    return replicable(List.of(set), context, (only, its) -> runs.accept(its));
  }

  /** Returns the cells of the three criteria in the given rows, without values of the paper. */
  static List<Measure> measures(List<String> rows, String prefix) {
    return ours(rows, prefix, UTILISATION, FLOW, TARDINESS);
  }

  /** Returns the cells of additional columns in the given rows. */
  static List<Measure> ours(List<String> rows, String prefix, String... columns) {
    var measures = new ArrayList<Measure>();
    for (var row : rows) {
      Stream.of(columns).forEach(column -> measures.add(Measure.ours(row, prefix + column)));
    }
    return measures;
  }

  /** Returns the row of a variant at a share of reservations in per cent. */
  public static String row(String variant, int percent) {
    return "%s %d %%".formatted(variant, percent);
  }

  /** Returns the rows of a variant, share by share. */
  static List<String> rows(String variant, List<Integer> percents) {
    return percents.stream().map(percent -> row(variant, percent)).toList();
  }

  /**
   * Replays the jobs.
   *
   * @throws UnsoundScheduleException if the check finds the outcome impossible
   */
  TwoLevelRun replay(ReservationDraw draw, TwoLevelSetting setting) {
    return replay(jobs(draw), setting);
  }

  /** Returns the jobs, some of which are reservations. */
  List<GridJob> jobs(ReservationDraw draw) {
    return draw.jobs(logged, replication.seeds(SCENARIO));
  }

  TwoLevelRun replay(List<GridJob> jobs, TwoLevelSetting setting) {
    var outcome = TwoLevelReplay.run(jobs, setting, replication.seeds(SCENARIO));
    var violations = TwoLevelRules.violations(outcome);
    if (!violations.isEmpty()) {
      throw new UnsoundScheduleException(setting.toString(), replication.number(), violations);
    }
    observations.scheduleChecked();
    return outcome;
  }

  /** Replays the jobs and records the three criteria. */
  TwoLevelRun observe(String row, String prefix, ReservationDraw draw, TwoLevelSetting setting) {
    var run = replay(draw, setting);
    observe(row, prefix, run);
    return run;
  }

  /** Records the three criteria of a run. */
  void observe(String row, String prefix, TwoLevelRun run) {
    var criteria = TwoLevelCriteria.of(run);
    observations.put(row, prefix + UTILISATION, criteria.utilisation());
    observations.put(row, prefix + FLOW, criteria.meanFlow());
    observations.put(row, prefix + TARDINESS, criteria.meanTardiness());
  }

  /** Records a value besides the three criteria. */
  void put(String row, String column, double value) {
    observations.put(row, column, value);
  }
}
