package io.metasched.simulation.bench;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.bench.ScalingBenchSize.Setting;
import io.metasched.simulation.bench.ScalingBenchSize.Work;
import io.metasched.simulation.bench.ScalingRow.Spent;
import io.metasched.simulation.cluster.ClusterEvents;
import io.metasched.simulation.cluster.ClusterRun;
import io.metasched.simulation.cluster.Jvms;
import io.metasched.simulation.cluster.Reading;
import io.metasched.simulation.cluster.Repertoire;
import io.metasched.simulation.cluster.Script;
import io.metasched.simulation.cluster.config.ClusterSettings;
import io.metasched.simulation.cluster.fault.Crew;
import io.metasched.simulation.config.ScenarioReader;
import io.metasched.simulation.config.ScenarioText;
import io.metasched.simulation.engine.Engine;
import io.metasched.simulation.engine.Progress;
import io.metasched.simulation.engine.World;
import io.metasched.simulation.result.CycleRow;
import io.metasched.simulation.result.Deployment;
import io.metasched.simulation.result.PlacementsDigest;
import io.metasched.simulation.result.RunResult;
import io.metasched.simulation.run.LogFolders;
import io.metasched.simulation.scenario.Scenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Measures a run over several JVMs, each of them a process, beside the engine, which must place
 * jobs the same. What was measured once is not measured again.
 */
final class ScalingMeasure {
  private static final int CYCLES_TAKEN_FOR_WARMTH = 2; // the second has begun, the first is over

  private final ScalingBenchSize size;
  private final Clusters clusters;
  private final Map<Setting, ScalingRow> rows = new LinkedHashMap<>();
  private final Map<Work, String> digests = new LinkedHashMap<>();
  private final List<String> faults = new ArrayList<>();

  /**
   * How JVMs are started.
   *
   * @param version of the program
   * @param nodes the main class and arguments of a process
   */
  record Clusters(String version, ClusterSettings settings, ScalingBench.Nodes nodes) {
    /** A run that knows no scenario yet; the JVMs are told who has joined. */
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
      var repertoire =
          new Repertoire(version, Policies.builtIn(), new LogFolders(Path.of("")), settings);
      return ClusterRun.open(repertoire, settings, events);
    }
  }

  private record Begin(long nanos, Reading reading) {}

  ScalingMeasure(ScalingBenchSize size, Clusters clusters) {
    this.size = size;
    this.clusters = clusters;
  }

  /** What did not agree. */
  List<String> faults() {
    return faults;
  }

  /** All rows that were measured, each once. */
  List<ScalingRow> rows() {
    return List.copyOf(rows.values());
  }

  /** Measures a setting, unless it has been measured. */
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
        .with("time.cycles=" + (1 + size.cycles()), "--cycles")
        .withTexts("policies", List.of("css"), "bench");
  }

  private ScalingRow measured(Setting setting) {
    var text = text(setting.work());
    var scenario = ScenarioReader.read(text, Policies.builtIn());
    var world = BenchSize.world(scenario);
    var lost = new CompletableFuture<Jvms.Loss>();
    try (var jvms = new Jvms(setting.jvms(), clusters.settings().leaveTimeout(), lost::complete);
        var run = clusters.open(jvms)) {
      var unused = lost.thenAccept(loss -> run.fail(new IllegalStateException(loss.what())));
      for (int number = 1; number <= setting.jvms(); number++) {
        var arguments = clusters.nodes().arguments(number, run.place());
        var start = new Jvms.Start(number == 1, List.of(), arguments, Map.of());
        jvms.start(number, Crew.roles(number), start);
        if (number == 1) {
          jvms.awaitJoined(number, clusters.settings().startTimeout()); // so it plans
        }
      }
      run.muster(new Script(clusters.version(), text.name(), text.render()), setting.jvms());
      var begin = new AtomicReference<@Nullable Begin>();
      var result =
          play(
              run,
              world,
              scenario,
              (policy, done, expected) -> {
                if (done == CYCLES_TAKEN_FOR_WARMTH) {
                  var reading = run.reading(); // while all wait for the keeper of time
                  begin.set(new Begin(System.nanoTime(), reading));
                }
              });
      long ended = System.nanoTime();
      var begun = Objects.requireNonNull(begin.get());
      var spent = spent(run.deployment(jvms.ids()), run.reading().minus(begun.reading()));
      requireEqual(setting, world, scenario, result);
      var measured = result.cycles().stream().filter(c -> c.cycle() > 0).toList();
      return new ScalingRow(
          setting,
          (ended - begun.nanos()) / 1e9,
          measured.stream().mapToLong(CycleRow::slots).sum(),
          spent,
          spent.get(0).sent() + measured.stream().mapToLong(ScalingMeasure::rounds).sum(),
          run.visit(
              (cast, end) -> ScalingSearches.create(cast.domains(), world, size.searches(), end)));
    }
  }

  private RunResult play(ClusterRun run, World world, Scenario scenario, Progress progress) {
    var policy = scenario.policies().get(0);
    var driver = run.driver(); // is closed with the run
    return driver.run(world, policy.name(), policy.policy(), clusters.version(), progress);
  }

  /** A round for each search, and two to hold and to commit each window, at most. */
  private static long rounds(CycleRow cycle) {
    return cycle.alternatives() + cycle.batch() + 2L * cycle.placed();
  }

  private static List<Spent> spent(Deployment deployment, Reading reading) {
    double domains = deployment.jvms().stream().mapToInt(jvm -> jvm.owners().size()).sum();
    var spent = new ArrayList<Spent>();
    for (var jvm : deployment.jvms()) {
      for (var use : reading.jvms()) {
        if (use.place().equals(jvm.place())) {
          spent.add(
              new Spent(
                  use.processorNanos() / 1e9,
                  use.sent(),
                  use.sent() + use.got(),
                  use.bytes(),
                  jvm.owners().size() / domains,
                  !jvm.metaschedulers().isEmpty()));
        }
      }
    }
    return spent;
  }

  private void requireEqual(Setting setting, World world, Scenario scenario, RunResult result) {
    var policy = scenario.policies().get(0);
    var expected =
        digests.computeIfAbsent(
            setting.work(),
            work ->
                PlacementsDigest.of(
                    Engine.run(
                            world,
                            policy.name(),
                            policy.policy(),
                            clusters.version(),
                            Progress.NONE)
                        .placements()));
    if (!PlacementsDigest.of(result.placements()).equals(expected)) {
      faults.add("%s: JVMs place jobs otherwise than the engine".formatted(setting));
    }
  }
}
