package io.metasched.simulation.system.cyclic.model;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Ticks;
import io.metasched.simulation.input.InputFaults;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.system.cyclic.CyclicInstance;
import io.metasched.simulation.system.cyclic.environment.ScenarioResources;
import io.metasched.simulation.workload.DeclaredUsers;
import io.metasched.simulation.workload.JobFile;
import io.metasched.simulation.workload.LoggedUsers;
import io.metasched.simulation.workload.Logs;
import io.metasched.simulation.workload.Participants;
import io.metasched.simulation.workload.Workload;
import io.metasched.simulation.workload.trace.DropCause;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.TraceException;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Factory of instances: reads the log, generates nodes and jobs, and checks that no sum of money,
 * time or energy overflows. A product of values may be too large although each value is in its
 * range; such a product is reported before the run.
 */
public final class InstanceFactory {
  private static final double MOST = 1L << 62;
  private static final String LENGTHS =
      "lengths of jobs (jobs.volume, jobs.nodes, jobs.file; for a log or a model,"
          + " log.reference-performance)";

  private InstanceFactory() {}

  /**
   * Creates the instance of a scenario.
   *
   * @param logs finds a log by its name in the scenario
   * @throws TraceException if the log cannot be used
   * @throws UsageException if prices, powers and lengths are too large in combination
   */
  public static CyclicInstance of(Scenario scenario, Function<String, Path> logs) {
    return of(scenario, new Seeds(scenario.seed(), scenario.name(), 0), logs);
  }

  /** Creates the instance of a scenario with the given seeds instead of its own. */
  public static CyclicInstance of(Scenario scenario, Seeds seeds, Function<String, Path> logs) {
    return bySeeds(scenario, logs, Logs::read).apply(seeds);
  }

  /**
   * Returns the instances of a scenario, by the seeds of their random numbers. The log is read
   * here, once for all instances. Creating an instance throws a {@link UsageException} if prices,
   * powers and lengths are too large in combination.
   *
   * @param traces reads a log
   * @throws TraceException if the log cannot be used
   */
  public static Function<Seeds, CyclicInstance> bySeeds(
      Scenario scenario,
      Function<String, Path> logs,
      BiFunction<Path, TraceOptions, Trace> traces) {
    var instances = unchecked(scenario, logs, traces);
    return seeds -> {
      try {
        var instance = instances.apply(seeds);
        requireCountable(instance);
        return instance;
      } catch (ArithmeticException e) {
        throw tooLarge("the times of the jobs with log.reference-performance");
      }
    };
  }

  private static Function<Seeds, CyclicInstance> unchecked(
      Scenario scenario,
      Function<String, Path> logs,
      BiFunction<Path, TraceOptions, Trace> traces) {
    var faults = new InputFaults();
    var users = users(scenario, logs, faults);
    var nodes =
        ScenarioResources.read(scenario.resources(), file(scenario.files().nodes(), logs), faults);
    UnaryOperator<ScenarioResources> local = each -> local(scenario, each, logs, traces, faults);
    if (scenario.jobs() instanceof JobSource.Own own) {
      var resources = local.apply(nodes);
      var jobs = JobFile.read(found(own.file(), logs), users, faults);
      return seeds -> {
        var rules = scenario.rules();
        var owned =
            jobs.workload(
                own.template(),
                own.users(),
                rules.organizations(),
                rules.budgetPerCycleMilli(),
                seeds,
                new InputFaults());
        return instance(scenario, resources, owned, seeds);
      };
    }
    if (scenario.jobs() instanceof JobSource.Logged logged) {
      var trace = trace(logged, nodes.size(), logs.apply(logged.file()), traces);
      var counted = nodes.size() == 0 ? nodes.withCount(trace.processors()) : nodes;
      var resources = local.apply(counted);
      return seeds ->
          instance(
              scenario,
              resources,
              logged(scenario, users, trace, logged.jobs(trace, seeds), seeds),
              seeds);
    }
    var resources = local.apply(nodes);
    return seeds ->
        instance(
            scenario,
            resources,
            dealt(scenario, users, generated(scenario.jobs(), seeds), seeds),
            seeds);
  }

  /**
   * Returns the resources with the local jobs of a file or of logs; the number of nodes must be
   * known.
   */
  private static ScenarioResources local(
      Scenario scenario,
      ScenarioResources nodes,
      Function<String, Path> files,
      BiFunction<Path, TraceOptions, Trace> traces,
      InputFaults faults) {
    try {
      return nodes
          .withLocal(file(scenario.files().local(), files), faults)
          .withLocalLogs(log -> traces.apply(found(log.file(), files), log.options()));
    } catch (IllegalArgumentException e) {
      throw new UsageException("local.log: " + e.getMessage());
    }
  }

  private static Optional<Path> file(String name, Function<String, Path> files) {
    return name.isEmpty() ? Optional.empty() : Optional.of(found(name, files));
  }

  private static Path found(String name, Function<String, Path> files) {
    try {
      return files.apply(name);
    } catch (UsageException notThere) {
      throw new UsageException(
          "%s: no such file here or in the folder of logs".formatted(ScenarioText.oneLine(name)));
    }
  }

  /** Returns the users that the scenario names, directly or in a file. */
  private static DeclaredUsers users(
      Scenario scenario, Function<String, Path> files, InputFaults faults) {
    var users = scenario.users();
    var file = file(scenario.files().users(), files);
    if (file.isPresent()) {
      var reading = new DeclaredUsers.Reading(faults);
      users.entries().forEach(user -> reading.accept(user, "users.named"));
      reading.file(file.get());
      faults.requireNone();
      users = reading.users();
    }
    if (users.haveBudgets() && scenario.rules().unlimitedAccounts()) {
      throw new UsageException(
          "users.budget: is unlimited, but users have budgets of their own; set it to the budget of"
              + " the other users per cycle");
    }
    return users;
  }

  private static Workload generated(JobSource jobs, Seeds seeds) {
    return jobs instanceof JobSource.Drawn drawn
        ? drawn.workload().of(drawn.model(), drawn.users(), seeds)
        : ((JobSource.Synthetic) jobs).workload().generate(seeds);
  }

  /** Distributes jobs without named users over the existing users. */
  private static DeclaredUsers.Owned dealt(
      Scenario scenario, DeclaredUsers users, Workload workload, Seeds seeds) {
    int organizations = scenario.rules().organizations();
    long budget = scenario.rules().budgetPerCycleMilli();
    return users.isAny()
        ? users.deal(workload, organizations, budget, seeds)
        : new DeclaredUsers.Owned(
            workload.dealtTo(organizations),
            Participants.plain(workload.users(), organizations, budget),
            organizations);
  }

  /** Assigns jobs to the users of the log, who keep their names and organization names. */
  private static DeclaredUsers.Owned logged(
      Scenario scenario, DeclaredUsers users, Trace trace, Workload workload, Seeds seeds) {
    return users.isAny() || trace.users().isEmpty()
        ? dealt(scenario, users, workload, seeds)
        : LoggedUsers.owned(
            trace,
            workload,
            scenario.rules().organizations(),
            scenario.rules().budgetPerCycleMilli());
  }

  private static Trace trace(
      JobSource.Logged logged, int nodes, Path file, BiFunction<Path, TraceOptions, Trace> traces) {
    var trace = traces.apply(file, options(logged.options(), nodes));
    if (nodes == 0 && trace.dropped().containsKey(DropCause.TOO_MANY_PROCESSORS)) {
      return traces.apply(file, options(logged.options(), trace.processors()));
    }
    return trace;
  }

  private static CyclicInstance instance(
      Scenario scenario, ScenarioResources resources, DeclaredUsers.Owned jobs, Seeds seeds) {
    var notes = new ArrayList<>(jobs.workload().notes());
    notes.addAll(resources.notes());
    return new CyclicInstance(
        resources.environment(seeds),
        scenario.workflows().addTo(jobs.workload(), jobs.participants(), seeds),
        jobs.participants(),
        scenario.rules().withOrganizations(jobs.organizations()),
        seeds,
        scenario.policies(),
        notes);
  }

  /**
   * Returns options that do not drop jobs that are too large for the nodes: admission must refuse
   * such jobs, not the reader.
   */
  private static TraceOptions options(TraceOptions given, int nodes) {
    if (nodes == 0) {
      return given; // the header contains the number
    }
    return given.withProcessors(given.clampProcessors() ? nodes : Integer.MAX_VALUE);
  }

  /**
   * Rejects instances with numbers that are too large. Iterates over all nodes only if the bounds
   * of their values are too large.
   */
  private static void requireCountable(CyclicInstance instance) {
    var environment = instance.environment();
    if (tooLarge(instance, environment.extremes()).isPresent()) {
      tooLarge(instance, environment.nodes())
          .ifPresent(
              what -> {
                throw tooLarge(what);
              });
    }
  }

  /**
   * Returns a description of the values that are too large if the work of all jobs runs on these
   * nodes.
   */
  private static Optional<String> tooLarge(CyclicInstance instance, List<Node> nodes) {
    long highestPrice = nodes.stream().mapToLong(Node::priceMilli).max().orElse(0);
    long hungriest = nodes.stream().mapToLong(Node::powerMilli).max().orElse(0);
    int slowest = nodes.stream().mapToInt(Node::performance).min().orElse(1);
    double longest = 0;
    double all = 0;
    for (var simulated : instance.workload().jobs()) {
      var job = simulated.job();
      double length = job.work().lengthTicks(slowest, instance.rules().granularityTicks());
      longest = Math.max(longest, length);
      all += length / Ticks.PER_UNIT * job.nodes();
    }
    if (highestPrice * Math.max(longest, all) > MOST) {
      return Optional.of("prices (price.*, nodes.file) and " + LENGTHS);
    }
    if (hungriest * Math.max(longest, all) > MOST) {
      return Optional.of("nodes.power, nodes.performance and " + LENGTHS);
    }
    return Optional.empty();
  }

  private static UsageException tooLarge(String what) {
    return new UsageException(
        "the numbers of the scenario are too large to be counted together: " + what);
  }
}
