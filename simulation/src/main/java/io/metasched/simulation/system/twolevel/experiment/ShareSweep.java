package io.metasched.simulation.system.twolevel.experiment;

import io.metasched.resource.model.Ticks;
import io.metasched.simulation.experiment.Sp2Jobs;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.config.ExperimentInfo;
import io.metasched.simulation.system.twolevel.model.ReservationDraw;
import io.metasched.simulation.system.twolevel.model.TwoLevelSetting;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Experiment on the later set that runs variants of a setting at several shares of reservations in
 * fixed intervals.
 */
abstract class ShareSweep implements Experiment {
  private final ExperimentInfo info;
  private final Map<String, TwoLevelSetting> variants;
  private final List<Integer> percents;
  private final List<String> titles;
  private final Optional<Column> further;

  /**
   * @param variants settings by their names
   * @param percents shares of reservations, in per cent
   * @param titles titles of the figures of the three criteria
   * @param further column besides the three criteria
   */
  ShareSweep(
      String name,
      Map<String, TwoLevelSetting> variants,
      List<Integer> percents,
      List<String> titles,
      Optional<Column> further) {
    info = ExperimentInfo.named(name);
    this.variants = variants;
    this.percents = percents;
    this.titles = titles;
    this.further = further;
  }

  /** Column with the value of a run. */
  record Column(String name, ToDoubleFunction<TwoLevelRun> value) {}

  /** Returns a variant of a setting for each period of the grid level. */
  static Map<String, TwoLevelSetting> periods(TwoLevelSetting setting, int... seconds) {
    var variants = new LinkedHashMap<String, TwoLevelSetting>();
    for (int each : seconds) {
      var grid = setting.grid().withPeriodTicks(each * Ticks.PER_UNIT);
      variants.put("delta=" + each, setting.withGrid(grid));
    }
    return variants;
  }

  @Override
  public final ExperimentInfo profile() {
    return info;
  }

  @Override
  public final List<String> logs() {
    return Sp2Jobs.LATER.files();
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var variant : variants.keySet()) {
      var rows = Sp2Runs.rows(variant, percents);
      measures.addAll(Sp2Runs.measures(rows, ""));
      further.ifPresent(column -> measures.addAll(Sp2Runs.ours(rows, "", column.name())));
    }
    return measures;
  }

  @Override
  public final List<String> policies() {
    return List.copyOf(variants.keySet());
  }

  @Override
  public final Replicable replicable(ExperimentContext context) {
    return Sp2Runs.replicable(Sp2Jobs.LATER, context, this::observe);
  }

  /** Runs all variants and records their values. */
  void observe(Sp2Runs runs) {
    variants.forEach(
        (variant, setting) -> {
          for (int percent : percents) {
            var row = Sp2Runs.row(variant, percent);
            var run = runs.observe(row, "", ReservationDraw.fixed(percent / 100.0), setting);
            further.ifPresent(
                column -> runs.put(row, column.name(), column.value().applyAsDouble(run)));
          }
        });
  }

  @Override
  public final List<Figure> figures() {
    return CriteriaFigures.overShares(titles, policies(), percents, "");
  }
}
