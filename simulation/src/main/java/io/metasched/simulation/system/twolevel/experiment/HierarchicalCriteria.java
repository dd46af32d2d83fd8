package io.metasched.simulation.system.twolevel.experiment;

import io.metasched.simulation.study.Measure;
import io.metasched.simulation.system.twolevel.metric.TwoLevelCriteria;
import io.metasched.simulation.system.twolevel.model.ReservationDraw;
import io.metasched.simulation.system.twolevel.model.TwoLevelSetting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Experiment on all three criteria, by the share of reservations.
 *
 * <p>Source: the hierarchical reservation paper, section 5.5, figures 17 (random), 18 (MCT) and 19
 * (resource priority), on the later set. Random also places batch jobs at random.
 */
public final class HierarchicalCriteria extends ShareSweep {
  private static final TwoLevelSetting RANDOM =
      Sp2Runs.setting("random").withBatchPlacement("random");
  private static final String TIMES = "random 20 to 50 %";

  public HierarchicalCriteria() {
    super(
        "hierarchical-criteria",
        variants(),
        List.of(0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100),
        CriteriaFigures.titles(" (figures 17 to 19)"),
        Optional.empty());
  }

  private static Map<String, TwoLevelSetting> variants() {
    var variants = new LinkedHashMap<String, TwoLevelSetting>();
    variants.put("random", RANDOM);
    List.of("mct", "ar-priority").forEach(name -> variants.put(name, Sp2Runs.setting(name)));
    return variants;
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<>(super.measures());
    measures.addAll(Sp2Runs.ours(List.of(TIMES), "", "timesU", "timesF", "timesD"));
    return measures;
  }

  /**
   * Also records the factor by which each criterion is worse with half of the jobs as reservations
   * than with a fifth.
   */
  @Override
  void observe(Sp2Runs runs) {
    super.observe(runs);
    var fifth = TwoLevelCriteria.of(runs.replay(ReservationDraw.fixed(0.2), RANDOM));
    var half = TwoLevelCriteria.of(runs.replay(ReservationDraw.fixed(0.5), RANDOM));
    boolean isLate = fifth.meanTardiness() > 0;
    runs.put(TIMES, "timesU", fifth.utilisation() / half.utilisation());
    runs.put(TIMES, "timesF", half.meanFlow() / fifth.meanFlow());
    runs.put(TIMES, "timesD", isLate ? half.meanTardiness() / fifth.meanTardiness() : Double.NaN);
  }
}
