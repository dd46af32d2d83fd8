package io.metasched.simulation.run;

import io.metasched.simulation.config.ScenarioText;
import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.experiment.Claim;
import io.metasched.simulation.experiment.Conditions;
import io.metasched.simulation.experiment.Experiment;
import io.metasched.simulation.experiment.Figure;
import io.metasched.simulation.experiment.Figure.Curve;
import io.metasched.simulation.experiment.Figure.Kind;
import io.metasched.simulation.experiment.Figure.Point;
import io.metasched.simulation.experiment.Measure;
import io.metasched.simulation.experiment.Profile;
import io.metasched.simulation.experiment.UnsoundScheduleException;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.replication.Measurements;
import io.metasched.simulation.replication.Replication;
import io.metasched.simulation.replication.Series;
import io.metasched.simulation.replication.Trial;
import io.metasched.simulation.workload.trace.TraceException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A scaling study: a scenario is run for each value of a key, by each of its policies, replicated.
 * In a replication all policies, and all values that do not change what is generated, meet the same
 * nodes and jobs. The runs are the engine's, and each passes the check of its kind.
 */
public final class Sweep implements Experiment {
  /** What the user types. */
  public static final String NAME = "sweep";

  /** Most values times replications; each is run by all policies. */
  public static final int MOST_RUNS = 10_000;

  private static final String FIRST_SHOWN = "finish";

  private final SweptKey swept;
  private final List<Variant> variants;
  private final List<? extends SweepStatistic<?>> statistics;

  /** The scenario with one of the values. */
  private record Variant(
      String value, SweptScenario scenario, Function<Seeds, SweptScenario.Runs> runs) {}

  private Sweep(SweptKey swept, List<Variant> variants) {
    this.swept = swept;
    this.variants = List.copyOf(variants);
    // of one kind, as that is no value; some may have more
    statistics =
        this.variants.stream()
            .<List<? extends SweepStatistic<?>>>map(variant -> variant.scenario().statistics())
            .max(Comparator.comparingInt(List::size))
            .orElseThrow();
  }

  /**
   * The sweep of a scenario. Logs are read and the worlds of the first replication are tried here,
   * so that bad values are known before anything runs.
   *
   * @param over {@code key=a,b,c}, the values in the notation of scenario files
   * @param reader reads a scenario
   * @param logs finds a log by the name a scenario gives
   * @throws UsageException for a key or a value that cannot be used
   */
  public static Sweep of(
      ScenarioText base,
      String over,
      Function<ScenarioText, SweptScenario> reader,
      Function<String, Path> logs) {
    var swept = SweptKey.parse(over);
    if (swept.key().equals("seed")) {
      throw new UsageException(
          "--over seed: each replication has seeds of its own; use --replications");
    }
    var traces = new ReadTraces();
    var variants = new ArrayList<Variant>();
    for (var value : swept.values()) {
      var text = base.with(swept.setting(value), swept.origin(value));
      try {
        var scenario = reader.apply(text);
        var runs = scenario.runs(logs, traces);
        var unused = runs.apply(new Replication(scenario.seed(), 0).seeds(scenario.name()));
        variants.add(new Variant(value, scenario, runs));
      } catch (UsageException | TraceException e) {
        throw named(e, swept.origin(value), failure(base, reader));
      }
    }
    return new Sweep(swept, variants);
  }

  /** What is wrong with the scenario even without the values. */
  private static Optional<String> failure(
      ScenarioText base, Function<ScenarioText, SweptScenario> reader) {
    try {
      var unused = reader.apply(base);
      return Optional.empty();
    } catch (UsageException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** The same refusal, naming the value unless that has nothing to do with it. */
  private static UsageException named(RuntimeException e, String origin, Optional<String> base) {
    var message = String.valueOf(e.getMessage());
    boolean asIs = message.contains(origin) || base.equals(Optional.of(message));
    return new UsageException(asIs ? message : origin + ": " + message);
  }

  /**
   * Holds the number of runs within what is allowed.
   *
   * @throws UsageException when they are too many
   */
  public void requireFewRuns(int replications) {
    long runs = (long) replications * variants.size();
    if (runs > MOST_RUNS) {
      throw new UsageException(
          "--replications: allowed are at most %d runs by each policy, given were %d values x %d"
              .formatted(MOST_RUNS, variants.size(), replications));
    }
  }

  /** The seed that the scenario gives. */
  public long seed() {
    return variants.get(0).scenario().seed();
  }

  /** The key whose values are tried. */
  public String key() {
    return swept.key();
  }

  /** The values, as they were given. */
  public List<String> values() {
    return swept.values();
  }

  @Override
  public Profile profile() {
    var scenario = variants.get(0).scenario().name();
    return new Profile(
        NAME,
        "How %s acts on the scenario %s.".formatted(swept.key(), scenario),
        "scenario %s, %s = %s".formatted(scenario, swept.key(), String.join(", ", swept.values())),
        10,
        0,
        false);
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var variant : variants) {
      for (var policy : variant.scenario().policies()) {
        for (var statistic : statistics) {
          measures.add(Measure.ours(row(variant.value(), policy), statistic.column()));
        }
      }
    }
    return measures;
  }

  private String row(String value, String policy) {
    return swept.setting(value) + ", " + policy;
  }

  /** The trial; all conditions but the replication are in the scenario. */
  @Override
  public Trial trial(Conditions conditions) {
    return (replication, observations) -> {
      for (var variant : variants) {
        var runs = variant.runs().apply(replication.seeds(variant.scenario().name()));
        runs.play(
            (policy, violations, numbers) -> {
              var row = row(variant.value(), policy);
              if (!violations.isEmpty()) {
                throw new UnsoundScheduleException(row, replication.number(), violations);
              }
              observations.scheduleChecked();
              for (var statistic : statistics) {
                double number = numbers.getOrDefault(statistic.column(), Double.NaN);
                observations.put(row, statistic.column(), number);
              }
            });
      }
    };
  }

  /** None: it is the user's study, not a paper's. */
  @Override
  public List<Claim> claims(Measurements measurements) {
    return List.of();
  }

  @Override
  public List<Figure> figures() {
    var figures = new ArrayList<Figure>();
    for (var statistic : statistics) {
      int at = statistic.column().equals(FIRST_SHOWN) ? 0 : figures.size();
      figures.add(at, figure(statistic));
    }
    return figures;
  }

  private Figure figure(SweepStatistic<?> statistic) {
    var curves = new ArrayList<Curve>();
    var policies =
        variants.stream()
            .flatMap(variant -> variant.scenario().policies().stream())
            .distinct()
            .toList();
    for (var policy : policies) {
      var points = new ArrayList<Point>();
      for (var value : swept.ordered()) {
        if (isRun(value, policy)) {
          points.add(new Point(value, new Series(row(value, policy), statistic.column())));
        }
      }
      curves.add(new Curve(policy, points));
    }
    var kind = swept.isNumeric() ? Kind.LINES : Kind.BARS;
    return new Figure(statistic.title(), swept.key(), statistic.unit(), kind, curves);
  }

  /** Whether a policy is run with a value; not each has to be where policies are swept over. */
  private boolean isRun(String value, String policy) {
    return variants.stream()
        .filter(variant -> variant.value().equals(value))
        .flatMap(variant -> variant.scenario().policies().stream())
        .anyMatch(policy::equals);
  }

  /** The rows some of whose runs ended at their limit of cycles with jobs waiting. */
  public List<String> incompleteRows(Measurements measurements) {
    var column = SweepStatistic.INCOMPLETE;
    return measurements.series().stream()
        .filter(series -> series.column().equals(column))
        .map(Series::row)
        .filter(row -> measurements.mean(row, column) > 0)
        .toList();
  }
}
