package io.metasched.simulation.system.twolevel.experiment;

import static io.metasched.simulation.system.twolevel.experiment.Sp2Runs.FLOW;
import static io.metasched.simulation.system.twolevel.experiment.Sp2Runs.TARDINESS;
import static io.metasched.simulation.system.twolevel.experiment.Sp2Runs.UTILISATION;

import io.metasched.simulation.experiment.Sp2Jobs;
import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.ExperimentInfo;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.Paired;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.system.twolevel.ReservationDraw;
import io.metasched.simulation.system.twolevel.ReservationLength;
import java.util.ArrayList;
import java.util.List;

/**
 * Resource priority against MCT, in fixed intervals and in flexible ones of one to four and two to
 * eight times the duration.
 *
 * <p>Source: the hierarchical reservation paper, sections 5.4.1 and 5.4.2, figures 11 to 16, on the
 * later set. The project's own ar-gather stands beside them.
 */
public final class HierarchicalIntervals implements Experiment {
  private static final List<Integer> PERCENTS = List.of(0, 10, 20, 30, 40, 50, 60, 80, 100);

  /** The range in which the paper finds resource priority better above all. */
  private static final List<Integer> REASONABLE = List.of(20, 30, 40, 50);

  private static final String MCT = "mct";
  private static final String PRIORITY = "ar-priority";
  private static final List<String> STRATEGIES = List.of(MCT, PRIORITY, "ar-gather");

  /** By how much intervals are longer than durations. */
  private record Interval(String label, String figures, double least, double most) {
    ReservationDraw draw(int percent) {
      return new ReservationDraw(percent / 100.0, ReservationLength.ACTUAL, least, most);
    }

    String prefix() {
      return label + ".";
    }
  }

  private static final Interval FIXED = new Interval("fixed", "figures 11 to 13", 1, 1);
  private static final Interval SHORT = new Interval("one-to-four", "figure 15", 1, 4);
  private static final Interval LONG = new Interval("two-to-eight", "figure 16", 2, 8);
  private static final List<Interval> INTERVALS = List.of(FIXED, SHORT, LONG);

  @Override
  public ExperimentInfo profile() {
    return new ExperimentInfo(
        "hierarchical-intervals",
        "Resource priority and MCT in fixed and in flexible intervals.",
        "hierarchical reservation paper, section 5.4, figures 11 to 16",
        300,
        0.25,
        false);
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
    }
    return measures;
  }

  @Override
  public List<String> policies() {
    return STRATEGIES;
  }

  @Override
  public List<String> shareColumns() {
    return List.of(Sp2Runs.UTILISATION);
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    return Sp2Runs.replicable(
        Sp2Jobs.LATER,
        context,
        runs -> {
          for (var interval : INTERVALS) {
            for (var strategy : STRATEGIES) {
              for (int percent : PERCENTS) {
                runs.observe(
                    Sp2Runs.row(strategy, percent),
                    interval.prefix(),
                    interval.draw(percent),
                    Sp2Runs.setting(strategy));
              }
            }
          }
        });
  }

  @Override
  public List<Claim> claims(ObservedValues measured) {
    var flexible = List.of(SHORT, LONG);
    var fixed = List.of(FIXED);
    return List.of(
        flow("priority-beats-mct-flow", fixed, measured),
        utilisation("priority-beats-mct-utilisation", fixed, measured),
        tardiness("priority-tardiness-no-worse", fixed, measured),
        flow("priority-beats-mct-flow-flexible", flexible, measured),
        utilisation("priority-beats-mct-utilisation-flexible", flexible, measured),
        tardiness("priority-tardiness-no-worse-flexible", flexible, measured),
        wider(measured));
  }

  private static Claim flow(String id, List<Interval> intervals, ObservedValues measured) {
    var paired = new Paired(measured);
    for (var interval : intervals) {
      for (int percent : REASONABLE) {
        paired.less(cell(PRIORITY, percent, interval, FLOW), cell(MCT, percent, interval, FLOW));
      }
    }
    return paired.claim(
        id, "Resource priority has less flow time than MCT, from 20 to 50 % of reservations.");
  }

  private static Claim utilisation(String id, List<Interval> intervals, ObservedValues measured) {
    var paired = new Paired(measured);
    for (var interval : intervals) {
      for (int percent : REASONABLE) {
        paired.less(
            cell(MCT, percent, interval, UTILISATION),
            cell(PRIORITY, percent, interval, UTILISATION));
      }
    }
    return paired.claim(
        id,
        "Resource priority has a higher utilisation than MCT, from 20 to 50 % of reservations.");
  }

  private static Claim tardiness(String id, List<Interval> intervals, ObservedValues measured) {
    var paired = new Paired(measured);
    for (var interval : intervals) {
      for (int percent : REASONABLE) {
        paired.notMore(
            cell(PRIORITY, percent, interval, TARDINESS), cell(MCT, percent, interval, TARDINESS));
      }
    }
    return paired.claim(
        id, "Resource priority has no more tardiness than MCT, from 20 to 50 % of reservations.");
  }

  private static Claim wider(ObservedValues measured) {
    var paired = new Paired(measured);
    for (var strategy : List.of(MCT, PRIORITY)) {
      for (var interval : List.of(SHORT, LONG)) {
        paired.less(cell(strategy, 30, interval, TARDINESS), cell(strategy, 30, FIXED, TARDINESS));
      }
    }
    return paired.claim(
        "flexible-lowers-tardiness",
        "In flexible intervals tardiness is less than in fixed ones, with MCT and with resource"
            + " priority, at 30 % of reservations.");
  }

  private static Series cell(String strategy, int percent, Interval interval, String criterion) {
    return new Series(Sp2Runs.row(strategy, percent), interval.prefix() + criterion);
  }

  @Override
  public List<Figure> figures() {
    var figures = new ArrayList<Figure>();
    for (var interval : INTERVALS) {
      var of = ", %s intervals (%s)".formatted(interval.label(), interval.figures());
      figures.addAll(
          CriteriaFigures.overShares(
              List.of("Utilisation" + of, "Flow time" + of, "Tardiness" + of),
              STRATEGIES,
              PERCENTS,
              interval.prefix()));
    }
    return figures;
  }
}
