package io.metasched.lab.bench.cyclic;

import io.metasched.lab.bench.BenchContext;
import io.metasched.lab.bench.cyclic.ScalingBenchSize.Driver;
import io.metasched.lab.bench.cyclic.ScalingBenchSize.Setting;
import io.metasched.lab.bench.cyclic.ScalingBenchSize.Work;
import io.metasched.lab.bench.cyclic.ScalingRow.Spent;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.metascheduler.deployment.ClusterEvents;
import io.metasched.metascheduler.deployment.ClusterUsage;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.policy.Policies;
import io.metasched.resource.model.Node;
import io.metasched.simulation.driver.RunActors;
import io.metasched.simulation.driver.cluster.ClusterRun;
import io.metasched.simulation.driver.cluster.ClusterRunSpec;
import io.metasched.simulation.driver.cluster.Jvms;
import io.metasched.simulation.driver.cluster.ScenarioRegistry;
import io.metasched.simulation.driver.cluster.fault.LiveMembers;
import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Expectation;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.rows.Deployment;
import io.metasched.simulation.scenario.LogFolders;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.system.cyclic.CyclicInstance;
import io.metasched.simulation.system.cyclic.actor.CyclicBlueprint;
import io.metasched.simulation.system.cyclic.model.Scenario;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import io.metasched.simulation.system.cyclic.rows.CycleRow;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.PlacementRowsDigest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Measurement of runs in this JVM and over several others, each a process. Compares them with the
 * engine, which must place jobs equally. Each setting is measured at most once.
 */
final class ScalingMeasure {
  static final int CYCLES_TAKEN_FOR_WARMTH = 2; // the second has begun, the first has ended

  private final ScalingBenchSize size;
  private final Clusters clusters;
  private final Map<Setting, ScalingRow> rows = new LinkedHashMap<>();
  private final Map<Work, String> digests = new LinkedHashMap<>();
  private final List<String> faults;

  /**
   * Environment in which JVMs are started.
   *
   * @param context context with the version of the program and the arguments of a process
   */
  record Clusters(BenchContext context, ClusterSettings settings) {
    String version() {
      return context.version();
    }

    List<String> arguments(int number, String place) {
      return context.nodeArguments(number, settings, place);
    }

    /** Opens a run without a scenario; joining members are reported to {@code jvms}. */
    ClusterRun open(Jvms jvms) {
      var events =
          new ClusterEvents() {
            @Override
            public void happened(String line) {}

            @Override
            public void up(long process) {
              jvms.joined(process);
            }
          };
      var registry =
          new ScenarioRegistry(
              version(),
              context.scenarioLoader(),
              new LogFolders(Path.of("")),
              settings,
              List.of());
      return ClusterRun.open(registry, settings, events);
    }
  }

  private record Begin(long nanos, ClusterUsage reading) {}

  /**
   * Creates a measurement.
   *
   * @param faults receives differences from the engine
   */
  ScalingMeasure(ScalingBenchSize size, Clusters clusters, List<String> faults) {
    this.size = size;
    this.faults = faults;
    this.clusters = clusters;
  }

  /** Measures a setting, unless it was measured before. */
  ScalingRow row(Setting setting) {
    var known = rows.get(setting);
    if (known == null) {
      known = measured(setting);
      rows.put(setting, known);
    }
    return known;
  }

  private ScenarioText text(Work work) {
    return size.scenario()
        .with("nodes.count=" + work.nodes(), "--nodes")
        .with("nodes.domains=" + work.domains(), "--domains")
        .with("jobs.per-cycle=" + work.jobs(), "--jobs")
        .with("time.cycles=" + (1 + size.cycles()), "--cycles");
  }

  /** Returns the expected costs of runs of the given work by the engine. */
  Optional<Expectation> expected(Work work) {
    return BenchInstances.of(ScenarioReader.read(text(work), Policies.builtIn())).expected();
  }

  private ScalingRow measured(Setting setting) {
    var text = text(setting.work());
    var scenario = ScenarioReader.read(text, Policies.builtIn());
    var instance = BenchInstances.of(scenario);
    var row =
        switch (setting.driver()) {
          case ENGINE, ACTORS -> LocalScaling.row(setting, instance, scenario, clusters.version());
          case CLUSTER -> overJvms(setting, text, scenario, instance);
        };
    requireEqual(row, instance, scenario);
    return row;
  }

  private ScalingRow overJvms(
      Setting setting, ScenarioText text, Scenario scenario, CyclicInstance instance) {
    var lost = new CompletableFuture<Jvms.Loss>();
    long started = System.nanoTime();
    try (var jvms = new Jvms(setting.jvms(), clusters.settings().leaveTimeout(), lost::complete);
        var run = clusters.open(jvms)) {
      var unused = lost.thenAccept(loss -> run.fail(loss.why()));
      for (int number = 1; number <= setting.jvms(); number++) {
        var arguments = clusters.arguments(number, run.place());
        var start = new Jvms.Start(number == 1, List.of(), arguments, Map.of());
        jvms.start(number, LiveMembers.roles(number), start);
        if (number == 1) {
          jvms.awaitJoined(number, clusters.settings().startTimeout()); // so that JVM 1 plans
        }
      }
      run.formation(
          new ClusterRunSpec(clusters.version(), text.name(), text.render(), List.of()),
          setting.jvms());
      double startSeconds = (System.nanoTime() - started) / 1e9;
      var begin = new AtomicReference<@Nullable Begin>();
      var result =
          runCycles(
              run,
              instance,
              scenario,
              (policy, done, expected) -> {
                if (done == CYCLES_TAKEN_FOR_WARMTH) {
                  var reading = run.reading(); // while all processes wait for the clock
                  begin.set(new Begin(System.nanoTime(), reading));
                }
              });
      long ended = System.nanoTime();
      var begun = Objects.requireNonNull(begin.get());
      var spent = spent(run.deployment(jvms.ids()), run.reading().minus(begun.reading()));
      var measured = result.cycles().stream().filter(c -> c.cycle() > 0).toList();
      return new ScalingRow(
          setting,
          startSeconds,
          (ended - begun.nanos()) / 1e9,
          measured.stream().mapToLong(CycleRow::slots).sum(),
          spent,
          PlacementRowsDigest.of(result.placements()),
          spent.get(0).sent() + measured.stream().mapToLong(ScalingMeasure::rounds).sum(),
          Optional.of(
              run.visit(
                  (actors, end) ->
                      ScalingSearches.create(
                          domains(actors, instance), instance, size.searches(), end))));
    }
  }

  private static Domains domains(RunActors actors, CyclicInstance instance) {
    var nodes = instance.environment().nodes();
    var numbers = nodes.stream().map(Node::domain).distinct().sorted().toList();
    return actors.owners().domains(numbers, nodes);
  }

  private CyclicRun runCycles(
      ClusterRun run, CyclicInstance instance, Scenario scenario, Progress progress) {
    var policy = scenario.policies().get(0);
    var driver = run.driver(CyclicBlueprint::of, false); // closed with the run
    return driver.run(instance, policy.name(), clusters.version(), progress);
  }

  /**
   * Returns the maximum number of round trips of a cycle: one for each search, and two to hold and
   * to commit each window.
   */
  private static long rounds(CycleRow cycle) {
    return cycle.alternatives() + cycle.batch() + 2L * cycle.placed();
  }

  private static List<Spent> spent(Deployment deployment, ClusterUsage reading) {
    var spent = new ArrayList<Spent>();
    for (var jvm : deployment.jvms()) {
      for (var use : reading.jvms()) {
        if (use.place().equals(jvm.place())) {
          spent.add(
              new Spent(use.processorNanos() / 1e9, use.memoryBytes(), use.sent(), use.bytes()));
        }
      }
    }
    return spent;
  }

  private void requireEqual(ScalingRow row, CyclicInstance instance, Scenario scenario) {
    var setting = row.setting();
    if (setting.driver() == Driver.ENGINE) {
      digests.put(setting.work(), row.digest());
    }
    var policy = scenario.policies().get(0);
    var expected =
        digests.computeIfAbsent(
            setting.work(),
            work ->
                PlacementRowsDigest.of(
                    EngineLoop.run(instance.begin(policy, Progress.NONE), clusters.version())
                        .placements()));
    difference(row, expected).ifPresent(faults::add);
  }

  /** Returns a message if the placements differ from those of the engine. */
  static Optional<String> difference(ScalingRow row, String expected) {
    var setting = row.setting();
    return row.digest().equals(expected)
        ? Optional.empty()
        : Optional.of(
            "%s, driver %s, %d JVMs: the engine places the jobs differently: digest %s, not %s"
                .formatted(
                    setting.work(),
                    setting.driver().label(),
                    setting.jvms(),
                    row.digest(),
                    expected));
  }
}
