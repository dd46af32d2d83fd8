package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotList;
import io.metasched.simulation.rule.Violation;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Figure.Point;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Replication;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.study.UnsoundScheduleException;
import io.metasched.simulation.study.config.ExperimentInfo;
import io.metasched.simulation.system.cyclic.CyclicInstance;
import io.metasched.simulation.system.cyclic.experiment.BatchCycle.Outcome;
import io.metasched.simulation.system.cyclic.experiment.BatchOptimum.Result;
import io.metasched.simulation.system.cyclic.model.Scenario;
import io.metasched.simulation.system.cyclic.model.Scenario.NamedPolicy;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import io.metasched.simulation.system.cyclic.rows.PlacementRow;
import io.metasched.simulation.system.cyclic.rule.BatchFeasibility;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Experiment on the gap between the policies' schedules and the optimum, on batches small enough to
 * find it: in processor time, in cost and in the owners' income, each as the goal of the
 * organization.
 *
 * <p>Not in the paper, but in the form of its tables. The optimum is over all schedules of the
 * whole batch within the users' limits, without the organization's quotas t* and b*: a gap thus
 * includes the cost of a quota. Gaps are in per cent of the optimum, over batches of which both the
 * policy and the optimum place all jobs; none may be negative. The gap of the choice alone compares
 * the backward recursion with the exact choice from the same alternatives under the same quota.
 */
public final class CyclicOptimality implements Experiment {
  private static final long STEP_LIMIT = 2_000_000;

  private static final String OPTIMUM = "optimum";
  private static final String UNSOLVED = "unsolved";
  private static final String CSS = "css";
  private static final String SLICER = "batch-slicer k=%d";
  private static final List<Integer> SLICES = List.of(2, 5);
  private static final String BACKFILLING = "backfilling";
  private static final String CHOICE = "css choice alone";

  /** Goal of an organization, with the value of a part that it minimises. */
  private record Goal(
      String name,
      String setting,
      ToLongFunction<Part> value,
      ToLongFunction<PlacementRow> placed,
      int sign) {

    String gap() {
      return name + ".gap";
    }

    String failures() {
      return name + ".Y";
    }
  }

  private static final Goal PROC_TIME =
      new Goal(
          "procTime",
          "min-time",
          part -> part.span().lengthTicks(),
          row -> row.end() - row.start(),
          1);
  private static final Goal COST =
      new Goal("cost", "min-cost", Part::costMilli, PlacementRow::costMilli, 1);
  private static final Goal INCOME =
      new Goal("income", "max-income", part -> -part.costMilli(), PlacementRow::costMilli, -1);
  private static final List<Goal> GOALS = List.of(PROC_TIME, COST, INCOME);

  private static List<String> rows() {
    var slicers = SLICES.stream().map(SLICER::formatted);
    return Stream.of(Stream.of(CSS), slicers, Stream.of("bsf", BACKFILLING))
        .flatMap(rows -> rows)
        .toList();
  }

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("cyclic-optimality");
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var goal : GOALS) {
      for (var row : rows()) {
        for (var prefix : List.of("", EXACT)) {
          measures.add(Measure.ours(row, prefix + goal.name()));
          measures.add(Measure.ours(row, prefix + goal.gap()));
          measures.add(Measure.ours(row, prefix + goal.failures()));
        }
      }
      measures.add(Measure.ours(CHOICE, goal.gap()));
      measures.add(Measure.ours(OPTIMUM, goal.name()));
      measures.add(Measure.ours(OPTIMUM, goal.failures()));
      measures.add(Measure.ours(OPTIMUM, goal.name() + "." + UNSOLVED));
    }
    return measures;
  }

  /** Policy for a goal, with the row and the prefix of the columns that it fills. */
  private record Variant(String row, String prefix, NamedPolicy policy) {}

  /** All variants for a goal, and the published CSS with the exact choice. */
  private record Contest(Goal goal, List<Variant> variants, NamedPolicy exactChoice) {}

  @Override
  public Replicable replicable(ExperimentContext context) {
    var text = context.environment(ScenarioReader.SCHEMA, "cyclic-optimality");
    var scenario = BatchCycle.scenario(text);
    if (!scenario.pricing().isSteady()) {
      throw new UsageException(
          "price.discount.most: must be 0, because cyclic-optimality needs nodes with one price"
              + " each, but is above 0");
    }
    var contests = GOALS.stream().map(goal -> contest(goal, text)).toList();
    return (replication, observations) -> replicate(scenario, contests, replication, observations);
  }

  private static Contest contest(Goal goal, ScenarioText text) {
    var own = BatchCycle.with(text, "vo.goal=" + goal.setting());
    var variants = new ArrayList<Variant>();
    for (var row : rows()) {
      var name = row.split(" ", -1)[0];
      var settings =
          row.contains("k=")
              ? new String[] {"policy.batch-slicer." + row.split(" ", -1)[1]}
              : new String[0];
      variants.add(new Variant(row, "", BatchCycle.published(own, name, settings)));
      variants.add(new Variant(row, EXACT, BatchCycle.exact(own, name, settings)));
    }
    return new Contest(goal, variants, BatchCycle.published(own, CSS, "vo.choice=exact"));
  }

  private static void replicate(
      Scenario scenario, List<Contest> contests, Replication replication, Observations to) {
    var cycle = BatchCycle.of(scenario, replication);
    var horizon = new Span(0, cycle.instance().rules().horizonTicks());
    var vacant = VacantSlots.of(cycle.instance().environment(), horizon);
    for (var contest : contests) {
      var goal = contest.goal();
      var best = optimum(goal, cycle.instance(), horizon, vacant, replication, to);
      double optimum = best.proven() && !best.windows().isEmpty() ? value(goal, best) : Double.NaN;
      to.put(OPTIMUM, goal.name(), optimum / Ticks.PER_UNIT);
      to.put(OPTIMUM, goal.name() + "." + UNSOLVED, best.proven() ? 0 : 1);
      to.put(
          OPTIMUM,
          goal.failures(),
          best.proven() ? (best.windows().isEmpty() ? 1 : 0) : Double.NaN);
      double css = Double.NaN;
      for (var variant : contest.variants()) {
        var outcome = cycle.schedule(variant.policy(), to);
        double value = value(goal, outcome, cycle.instance());
        if (variant.row().equals(CSS) && variant.prefix().isEmpty()) {
          css = value;
        }
        to.put(variant.row(), variant.prefix() + goal.failures(), Double.isNaN(value) ? 1 : 0);
        to.put(variant.row(), variant.prefix() + goal.name(), value / Ticks.PER_UNIT);
        double gap = gap(goal, value, optimum);
        if (gap < 0) {
          var better = new Violation(OPTIMUM, variant.row(), "is better by " + goal.name());
          throw new UnsoundScheduleException(OPTIMUM, replication.number(), List.of(better));
        }
        to.put(variant.row(), variant.prefix() + goal.gap(), gap);
      }
      double chosen = value(goal, cycle.schedule(contest.exactChoice(), to), cycle.instance());
      to.put(CHOICE, goal.gap(), gap(goal, css, chosen));
    }
  }

  /** Returns the excess of a value over the optimum, in per cent of the optimum. */
  private static double gap(Goal goal, double value, double optimum) {
    return 100 * goal.sign() * (value - optimum) / optimum + 0.0; // avoids -0
  }

  private static Result optimum(
      Goal goal,
      CyclicInstance instance,
      Span horizon,
      List<SlotList> vacant,
      Replication replication,
      Observations to) {
    var requests = requests(instance, horizon);
    var search =
        new BatchOptimum(
            requests, instance.environment().nodes(), vacant, goal.value(), STEP_LIMIT);
    var best = search.search();
    if (!best.windows().isEmpty()) {
      var violations =
          BatchFeasibility.check(best.windows(), requests, instance.environment(), horizon);
      if (!violations.isEmpty()) {
        throw new UnsoundScheduleException(OPTIMUM, replication.number(), violations);
      }
      to.scheduleChecked();
    }
    return best;
  }

  private static List<WindowRequest> requests(CyclicInstance instance, Span horizon) {
    return instance.workload().jobs().stream()
        .map(job -> job.job().request(horizon, instance.rules().granularityTicks()))
        .toList();
  }

  private static double value(Goal goal, Result best) {
    long sum = 0;
    for (var window : best.windows()) {
      for (var part : window.parts()) {
        sum = Math.addExact(sum, goal.value().applyAsLong(part));
      }
    }
    return (double) goal.sign() * sum;
  }

  /** Returns the value of a policy's schedule; NaN if it does not place all jobs. */
  private static double value(Goal goal, Outcome outcome, CyclicInstance instance) {
    var placed = outcome.run().placements();
    long jobs = placed.stream().map(PlacementRow::job).distinct().count();
    return jobs < instance.workload().jobs().size()
        ? Double.NaN
        : placed.stream().mapToLong(goal.placed()).sum();
  }

  @Override
  public List<Figure> figures() {
    return GOALS.stream().map(CyclicOptimality::figure).toList();
  }

  private static Figure figure(Goal goal) {
    var curves = new ArrayList<Curve>();
    for (var prefix : List.of("", EXACT)) {
      var points =
          rows().stream().map(row -> new Point(row, new Series(row, prefix + goal.gap()))).toList();
      curves.add(new Curve(prefix.isEmpty() ? "as published" : "exact", points));
    }
    return new Figure(
        "Gap to the optimum, goal " + goal.setting(), "policy", "%", Kind.BARS, curves);
  }
}
