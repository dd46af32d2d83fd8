package io.metasched.simulation.system.twolevel.experiment;

import static io.metasched.simulation.system.twolevel.experiment.Sp2Runs.UTILISATION;

import io.metasched.resource.model.Ticks;
import io.metasched.resource.profile.CapacitySlots;
import io.metasched.simulation.experiment.Sp2Jobs;
import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.ExperimentInfo;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Trends;
import io.metasched.simulation.system.twolevel.ReservationDraw;
import java.util.ArrayList;
import java.util.List;

/**
 * Reservations in slots of ten minutes and of an hour against variable ones.
 *
 * <p>Source: the hierarchical reservation paper, section 3.3, figures 4 and 5, which do not say
 * what was replayed; here both sets on two providers with MCT, by the share of reservations. The
 * makespan, which figure 5 shows too, is the work over what utilisation makes of the processors.
 */
public final class HierarchicalSlots implements Experiment {
  private static final List<Integer> PERCENTS = List.of(10, 30, 50, 70, 100);

  /** A kind of slots. */
  private record Kind(String name, CapacitySlots slots) {}

  private static final Kind VARIABLE = new Kind("variable", CapacitySlots.VARIABLE);
  private static final Kind SHORT = new Kind("10 min", new CapacitySlots(600 * Ticks.PER_UNIT));
  private static final Kind LONG = new Kind("1 h", new CapacitySlots(3600 * Ticks.PER_UNIT));
  private static final List<Kind> KINDS = List.of(VARIABLE, SHORT, LONG);

  @Override
  public ExperimentInfo profile() {
    return new ExperimentInfo(
        "hierarchical-slots",
        "Reservations in slots of fixed lengths against variable slots.",
        "hierarchical reservation paper, section 3.3, figures 4 and 5",
        500,
        0.08,
        false);
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
        measures.addAll(Sp2Runs.measures(Sp2Runs.rows(kind.name(), PERCENTS), set.prefix()));
      }
    }
    return measures;
  }

  @Override
  public List<String> policies() {
    return KINDS.stream().map(Kind::name).toList();
  }

  @Override
  public List<String> shareColumns() {
    return List.of(Sp2Runs.UTILISATION);
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    return Sp2Runs.replicable(
        Sp2Jobs.SETS,
        context,
        (set, runs) -> {
          for (var kind : KINDS) {
            for (int percent : PERCENTS) {
              runs.observe(
                  Sp2Runs.row(kind.name(), percent),
                  set.prefix(),
                  ReservationDraw.fixed(percent / 100.0),
                  Sp2Runs.setting("mct").withSlots(kind.slots()));
            }
          }
        });
  }

  @Override
  public List<Claim> claims(ObservedValues measured) {
    var rises = new ArrayList<String>();
    var means = new ArrayList<String>();
    for (var set : Sp2Jobs.SETS) {
      var column = set.prefix() + UTILISATION;
      for (int percent : PERCENTS) {
        var rows = KINDS.stream().map(kind -> Sp2Runs.row(kind.name(), percent)).toList();
        rises.addAll(Trends.risesIn(measured, rows, column));
        means.add(
            "%s, %d %%: %s".formatted(set.label(), percent, Trends.means(measured, rows, column)));
      }
    }
    return List.of(
        new Claim(
            "fixed-slots-lose-utilisation",
            "From variable slots to those of ten minutes and those of an hour utilisation falls, at"
                + " every share of reservations.",
            rises.isEmpty(),
            String.join("; ", means) + Trends.exceptions(rises)));
  }

  @Override
  public List<Figure> figures() {
    var figures = new ArrayList<Figure>();
    for (var set : Sp2Jobs.SETS) {
      var of = " by kind of slots (figure 5, %s set)".formatted(set.label());
      figures.addAll(
          CriteriaFigures.overShares(
              List.of("Utilisation" + of, "Flow time" + of, "Tardiness" + of),
              KINDS.stream().map(Kind::name).toList(),
              PERCENTS,
              set.prefix()));
    }
    return figures;
  }
}
