package io.metasched.simulation.system.twolevel.experiment;

import static io.metasched.simulation.system.twolevel.experiment.Sp2Runs.FLOW;
import static io.metasched.simulation.system.twolevel.experiment.Sp2Runs.TARDINESS;
import static io.metasched.simulation.system.twolevel.experiment.Sp2Runs.UTILISATION;

import io.metasched.metascheduler.twolevel.GridSettings;
import io.metasched.simulation.experiment.Sp2Jobs;
import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Sentences;
import io.metasched.simulation.study.config.ExperimentInfo;
import io.metasched.simulation.system.twolevel.metric.TwoLevelCriteria;
import io.metasched.simulation.system.twolevel.model.ReservationDraw;
import io.metasched.simulation.system.twolevel.model.TwoLevelSetting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Experiment on the Pareto front: the combinations of grid policies and local scheduler that no
 * other combination dominates in the three criteria. 30 % of the jobs are reservations in fixed
 * intervals.
 *
 * <p>Not in the hierarchical reservation paper, which leaves it to future work (section 6). The
 * column front is the share of replications in which a combination is on the front: no other
 * combination is at least as good in all criteria and better in one. The paper's statement about
 * contradictory criteria is in the row {@code all}.
 */
public final class HierarchicalPareto implements Experiment {
  private static final ReservationDraw DRAW = ReservationDraw.fixed(0.3);
  private static final String FRONT = "front";

  /** Row of statistics over all combinations. */
  private static final String ALL = "all";

  /** Share of the pairs in which each combination is better in some criterion. */
  private static final String CONFLICTS = "conflicts";

  /** Number of combinations on the front among those whose policies the paper uses. */
  private static final String OPTIMA = "optima";

  private static final String STATIC = "static";
  private static final String GATHER = "ar-gather";
  private static final List<String> RESERVATIONS = List.of(STATIC, "mct", "ar-priority", GATHER);
  private static final List<String> BATCH = List.of("load-balance", "round-robin", "random");
  private static final List<String> LOCAL =
      List.of("first-fit", "fcfs", "lsf", "sjf", "easy", "conservative");

  /** Combination of policies. */
  private record Strategy(String reservations, String batch, String local) {
    String row() {
      return "%s %s %s".formatted(reservations, local, batch);
    }

    /** Returns whether the paper uses its policies. */
    boolean isPublished() {
      return batch.equals(BATCH.get(0))
          && !reservations.equals(GATHER)
          && (local.equals(LOCAL.get(0)) || local.equals("lsf"));
    }

    TwoLevelSetting setting() {
      boolean isStatic = reservations.equals(STATIC);
      return Sp2Runs.setting(isStatic ? "mct" : reservations)
          .withBatchPlacement(batch)
          .withLocal(local, 0)
          .withGrid(GridSettings.DEFAULTS.withSetApart(isStatic ? 1 : 0));
    }
  }

  private static List<Strategy> strategies() {
    var all = new ArrayList<Strategy>();
    for (var reservations : RESERVATIONS) {
      for (var batch : BATCH) {
        // one provider is left for batch jobs under every batch policy
        boolean same = reservations.equals(STATIC) && !batch.equals(BATCH.get(0));
        LOCAL.forEach(
            local -> {
              if (!same) {
                all.add(new Strategy(reservations, batch, local));
              }
            });
      }
    }
    return all;
  }

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("hierarchical-pareto");
  }

  @Override
  public List<String> logs() {
    return Sp2Jobs.LOGS;
  }

  @Override
  public List<Measure> measures() {
    var rows = strategies().stream().map(Strategy::row).toList();
    var measures = new ArrayList<Measure>();
    for (var set : Sp2Jobs.SETS) {
      measures.addAll(Sp2Runs.measures(rows, set.prefix()));
      rows.forEach(row -> measures.add(Measure.ours(row, set.prefix() + FRONT)));
      measures.addAll(Sp2Runs.ours(List.of(ALL), set.prefix(), CONFLICTS, OPTIMA));
    }
    return measures;
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    var strategies = strategies();
    return Sp2Runs.replicable(
        Sp2Jobs.SETS,
        context,
        (set, runs) -> {
          var found = new LinkedHashMap<String, TwoLevelCriteria>();
          for (var strategy : strategies) {
            var run = runs.observe(strategy.row(), set.prefix(), DRAW, strategy.setting());
            found.put(strategy.row(), TwoLevelCriteria.of(run));
          }
          observeFront(found, set.prefix(), runs);
        });
  }

  private static void observeFront(Map<String, TwoLevelCriteria> found, String prefix, Sp2Runs to) {
    found.forEach(
        (row, criteria) -> to.put(row, prefix + FRONT, isDominated(criteria, found) ? 0 : 1));
    to.put(ALL, prefix + CONFLICTS, conflicts(List.copyOf(found.values())));
    var published = new LinkedHashMap<>(found);
    published
        .keySet()
        .retainAll(strategies().stream().filter(Strategy::isPublished).map(Strategy::row).toList());
    to.put(
        ALL,
        prefix + OPTIMA,
        (double) published.values().stream().filter(one -> !isDominated(one, published)).count());
  }

  private static boolean isDominated(
      TwoLevelCriteria criteria, Map<String, TwoLevelCriteria> found) {
    return found.values().stream().anyMatch(other -> dominates(other, criteria));
  }

  /**
   * Returns the share of the pairs in which each combination is better than the other in some
   * criterion.
   */
  static double conflicts(List<TwoLevelCriteria> all) {
    int pairs = 0;
    int conflicts = 0;
    for (int i = 0; i < all.size(); i++) {
      for (var other : all.subList(0, i)) {
        pairs++;
        conflicts += isBetter(all.get(i), other) && isBetter(other, all.get(i)) ? 1 : 0;
      }
    }
    return (double) conflicts / pairs;
  }

  private static boolean isBetter(TwoLevelCriteria one, TwoLevelCriteria other) {
    return one.utilisation() > other.utilisation()
        || one.meanFlow() < other.meanFlow()
        || one.meanTardiness() < other.meanTardiness();
  }

  /**
   * Returns whether a combination is at least as good as another in all criteria, and better in one
   * criterion.
   */
  static boolean dominates(TwoLevelCriteria one, TwoLevelCriteria other) {
    return isBetter(one, other) && !isBetter(other, one);
  }

  @Override
  public List<Claim> claims(ObservedValues measured) {
    var fronts = new ArrayList<String>();
    boolean gathered = true;
    for (var set : Sp2Jobs.SETS) {
      var front = front(measured, set.prefix());
      gathered &= front.stream().allMatch(strategy -> strategy.reservations().equals(GATHER));
      fronts.add(
          "%s: %s"
              .formatted(
                  set.label(), String.join(", ", front.stream().map(Strategy::row).toList())));
    }
    var gathers = new Claim("front-gathers-only", "", gathered, String.join("; ", fronts));
    return Sentences.judged(profile().name(), measured, List.of(gathers));
  }

  /** Returns the combinations to which no other is preferable. */
  private static List<Strategy> front(ObservedValues measured, String prefix) {
    return strategies().stream()
        .filter(
            one ->
                strategies().stream()
                    .noneMatch(other -> isPreferable(other, one, measured, prefix)))
        .toList();
  }

  /**
   * Returns whether a strategy is better in some criterion and worse in none, by the confidence
   * intervals.
   */
  private static boolean isPreferable(
      Strategy preferred, Strategy than, ObservedValues measured, String prefix) {
    boolean gains = false;
    for (var criterion : Sp2Runs.CRITERIA) {
      var change = measured.difference(preferred.row(), than.row(), prefix + criterion);
      boolean isMore = change.least() > 0;
      boolean isLess = change.most() < 0;
      boolean isGain = criterion.equals(UTILISATION) ? isMore : isLess;
      if ((isMore || isLess) && !isGain) {
        return false;
      }
      gains |= isGain;
    }
    return gains;
  }

  @Override
  public List<Figure> figures() {
    var balanced = strategies().stream().filter(s -> s.batch().equals(BATCH.get(0))).toList();
    var rows = balanced.stream().map(Strategy::row).toList();
    var prefixes = Sp2Jobs.SETS.stream().map(Sp2Jobs::prefix).toList();
    var title = " with batch jobs balanced";
    return List.of(
        CriteriaFigures.bars("How often on the front," + title, "strategy", rows, prefixes, FRONT),
        CriteriaFigures.bars("Utilisation" + title, "strategy", rows, prefixes, UTILISATION),
        CriteriaFigures.bars("Flow time" + title, "strategy", rows, prefixes, FLOW),
        CriteriaFigures.bars("Tardiness" + title, "strategy", rows, prefixes, TARDINESS));
  }
}
