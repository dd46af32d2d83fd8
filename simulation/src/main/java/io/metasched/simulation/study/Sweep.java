package io.metasched.simulation.study;

import io.metasched.simulation.input.InputException;
import io.metasched.simulation.kernel.SimulatedSystem;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.scenario.Inputs;
import io.metasched.simulation.scenario.ScenarioSchema;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.study.config.ExperimentInfo;
import io.metasched.simulation.workload.trace.TraceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Scaling study: a scenario is run for each value of a key, by each of its policies, replicated. In
 * a replication, all policies, and all values that do not change the generated input, have the same
 * nodes and jobs. The engine executes the runs, and each passes the check of its kind.
 */
public final class Sweep implements Experiment {
  /** Name typed by the user. */
  public static final String NAME = "sweep";

  /** Maximum number of values times replications; each is run by all policies. */
  public static final int MOST_RUNS = 10_000;

  private final SweptKey swept;
  private final List<Variant> variants;
  private final SweepDesign design;

  /** Scenario with one of the values. */
  private record Variant(String value, List<String> policies, SweptSystem<?> scenario) {}

  private Sweep(SweptKey swept, List<Variant> variants) {
    this.swept = swept;
    this.variants = List.copyOf(variants);
    var first = variants.get(0).scenario();
    design =
        new SweepDesign(
            first.text().name(),
            swept,
            variants.stream().map(v -> new SweepDesign.Variant(v.value(), v.policies())).toList(),
            SweptSystem.statistics(first.system())); // the kind is not a value
  }

  /**
   * Creates the sweep of a scenario. Logs are read and the instances of the first replication are
   * created here, so that bad values are detected before any run.
   *
   * @param over {@code key=a,b,c}, the values in the notation of scenario files
   * @param system system of the scenario
   * @param inputs finds and reads the files that a scenario names
   * @throws UsageException if a key or a value cannot be used
   */
  public static <R extends RunTables> Sweep of(
      SimulatedSystem<R> system, ScenarioText base, String over, Inputs inputs) {
    var swept = SweptKey.parse(over);
    if (swept.key().equals("seed")) {
      throw new UsageException(
          "--over seed: each replication has seeds of its own; use --replications");
    }
    if (swept.key().equals(ScenarioSchema.KEY)) {
      throw new UsageException("--over kind: the system of a scenario cannot be varied");
    }
    var variants = new ArrayList<Variant>();
    for (var value : swept.values()) {
      var text = base.with(swept.setting(value), swept.origin(value));
      try {
        var scenario = SweptSystem.read(system, text, inputs);
        variants.add(new Variant(value, scenario.policies(), scenario));
      } catch (UsageException | TraceException | InputException e) {
        throw named(e, swept.origin(value), failure(system, base, inputs));
      }
    }
    return new Sweep(swept, variants);
  }

  /** Returns the error of the scenario without the values; empty if there is none. */
  private static <R extends RunTables> Optional<String> failure(
      SimulatedSystem<R> system, ScenarioText base, Inputs inputs) {
    try {
      var unused = system.read(base, inputs);
      return Optional.empty();
    } catch (UsageException | TraceException | InputException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** Returns the error with the value in its message, unless the value is not the cause. */
  private static UsageException named(RuntimeException e, String origin, Optional<String> base) {
    var message = String.valueOf(e.getMessage());
    boolean asIs = message.contains(origin) || base.equals(Optional.of(message));
    return new UsageException(asIs ? message : origin + ": " + message);
  }

  /**
   * Checks that the number of runs is allowed.
   *
   * @throws UsageException if there are too many
   */
  public void requireFewRuns(int replications) {
    long runs = (long) replications * variants.size();
    if (runs > MOST_RUNS) {
      throw new UsageException(
          "--replications: allowed are at most %d runs under each policy, given were %d values x %d"
              .formatted(MOST_RUNS, variants.size(), replications));
    }
  }

  /** Returns the seed of the scenario. */
  public long seed() {
    return variants.get(0).scenario().text().seeds().runSeed();
  }

  public String key() {
    return swept.key();
  }

  /** Returns the values as given. */
  public List<String> values() {
    return swept.values();
  }

  @Override
  public ExperimentInfo profile() {
    return design.profile();
  }

  @Override
  public List<Measure> measures() {
    return design.measures();
  }

  @Override
  public List<String> policies() {
    return design.policies();
  }

  @Override
  public boolean isShare(Series cell) {
    return design.isShare(cell);
  }

  @Override
  public List<ComparedCells> compared() {
    return design.compared();
  }

  /** Returns the work to replicate; all conditions except the replication are in the scenario. */
  @Override
  public Replicable replicable(ExperimentContext context) {
    return (replication, observations) -> {
      for (var variant : variants) {
        var scenario = variant.scenario();
        scenario.run(
            replication.seeds(scenario.text().name()),
            (policy, violations, numbers) -> {
              var row = design.row(variant.value(), policy);
              if (!violations.isEmpty()) {
                throw new UnsoundScheduleException(row, replication.number(), violations);
              }
              observations.scheduleChecked();
              for (var statistic : design.statistics()) {
                double number = numbers.getOrDefault(statistic.column(), Double.NaN);
                observations.put(row, statistic.column(), number);
              }
            });
      }
    };
  }

  /** Returns no claims, because a sweep is the user's study, not a paper's. */
  @Override
  public List<Claim> claims(ObservedValues measurements) {
    return List.of();
  }

  @Override
  public List<Figure> figures() {
    return design.figures();
  }

  /** Returns the rows with runs that ended at their limit while jobs were waiting. */
  public List<String> incompleteRows(ObservedValues measurements) {
    var column = SweptSystem.INCOMPLETE;
    return measurements.series().stream()
        .filter(series -> series.column().equals(column))
        .map(Series::row)
        .filter(row -> measurements.mean(row, column) > 0)
        .toList();
  }
}
