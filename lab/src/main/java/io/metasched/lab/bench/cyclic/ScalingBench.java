package io.metasched.lab.bench.cyclic;

import static io.metasched.lab.bench.BenchColumn.column;
import static io.metasched.lab.bench.BenchColumn.hidden;
import static io.metasched.lab.bench.BenchColumn.rounded;

import io.metasched.lab.bench.Bench;
import io.metasched.lab.bench.BenchContext;
import io.metasched.lab.bench.BenchParameter;
import io.metasched.lab.bench.BenchRun;
import io.metasched.lab.bench.BenchTable;
import io.metasched.lab.bench.cyclic.ScalingBenchSize.Driver;
import io.metasched.lab.bench.cyclic.ScalingBenchSize.Setting;
import io.metasched.lab.bench.cyclic.ScalingBenchSize.Work;
import io.metasched.lab.bench.cyclic.ScalingRow.Searches;
import io.metasched.lab.bench.cyclic.ScalingRow.Spent;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.kernel.Expectation;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.scenario.Values;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Benchmark of the scaling of whole runs with the number of JVMs: strong scaling (equal work) and
 * weak scaling (work that grows with the number of JVMs), for each number of nodes and domains.
 * Also measures studies of many runs.
 */
public final class ScalingBench extends Bench {
  private static final double MEBI = 1 << 20;
  private static final String STRONG = "strong";
  private static final String STRONG_TITLE = "Strong: the same work over more JVMs";
  private static final String WEAK = "weak";
  private static final String WEAK_TITLE = "Weak: work that grows with the JVMs";
  private static final int MOST_NODES = 1_000_000;

  private final BenchParameter jvms =
      numbers(
          "--jvms",
          "Numbers of JVMs; 1 is the JVM of the command, measured with both drivers; other JVMs are"
              + " started",
          1,
          16,
          List.of(1, 2),
          List.of(1, 2, 3, 4));

  // numbers of nodes, domains and jobs are for the maximum number of JVMs
  private final BenchParameter nodes =
      numbers(
          "--nodes",
          "Numbers of nodes, at least two for each domain",
          2,
          MOST_NODES,
          List.of(200),
          List.of(10_000));

  private final BenchParameter domains =
      numbers(
          "--domains",
          "Numbers of domains over which the nodes are spread, at least one for each JVM",
          1,
          MOST_NODES / 2,
          List.of(2),
          List.of(100));

  private final BenchParameter jobs =
      number("--jobs", "Jobs of each cycle, at least one for each JVM", 1, 10_000, 6, 100);

  private final BenchParameter cycles =
      number("--cycles", "Measured cycles, after one cycle for warm-up", 1, 10_000, 1, 20);

  private final BenchParameter searches =
      number("--searches", "Searches of each row over several JVMs", 1, 100_000, 8, 1000);

  private final BenchParameter replications =
      number("--replications", "Replications of the studies", 1, 1_000_000, 20, 4000);

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "SCENARIO",
      description =
          "A scenario of scheduling cycles with generated jobs: a file, or a name in conf/scenarios"
              + " (default: default). A size without an option is taken from the scenario; without"
              + " a scenario, from the defaults below.")
  private @Nullable String scenario;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Sets any key of the scenario, as in its file. May be repeated.")
  private List<String> settings = new ArrayList<>();

  @Option(
      names = "--policy",
      paramLabel = "P",
      description = "The policy that runs (default: the first of the scenario).")
  private @Nullable String policy;

  @Option(names = "--strong-alone", description = "Measures only the same work over more JVMs.")
  private boolean strongAlone;

  public ScalingBench() {
    super(
        "scaling",
        "whole runs of a scenario over more JVMs, with equal work and with growing work, and"
            + " studies of many runs");
  }

  @Override
  protected boolean keepsResults() {
    return true;
  }

  @Override
  public List<BenchTable<?>> tables() {
    return List.of(
        table(STRONG, STRONG_TITLE),
        ScalingParts.table(STRONG, STRONG_TITLE),
        table(WEAK, WEAK_TITLE),
        ScalingParts.table(WEAK, WEAK_TITLE),
        StudyScaling.table("Studies"));
  }

  @Override
  protected void measure(BenchContext context, BenchRun run) {
    var size = size(context);
    var cluster = ClusterSettings.load(context.home().map(folder -> folder.resolve("conf")));
    var clusters = new ScalingMeasure.Clusters(context, cluster);
    var measure = new ScalingMeasure(size, clusters, run.faults());
    requireMemory(size, measure);
    run.put("scenario", size.scenario().name());
    run.put("policy", size.policy());
    run.put("cycles", size.cycles());
    run.note(
        ("Scenario %s, policy %s, %d cycles after a cycle for warm-up. This machine has %d cores,"
                + " which all processes share.")
            .formatted(
                size.scenario().name(),
                size.policy(),
                size.cycles(),
                Runtime.getRuntime().availableProcessors()));
    measure(STRONG, STRONG_TITLE, size, size::strong, measure, run);
    if (!size.strongAlone()) {
      measure(WEAK, WEAK_TITLE, size, size::weak, measure, run);
    }
    if (!size.strongAlone() && run.faults().isEmpty()) {
      new StudyScaling(context, cluster, size.replications(), run.faults())
          .measure(size.jvms(), run);
    }
  }

  /**
   * Returns the size of the measurements.
   *
   * @throws UsageException if it cannot be measured
   */
  private ScalingBenchSize size(BenchContext context) {
    var whole = text(context);
    var named =
        policy == null
            ? ScenarioReader.read(whole, Policies.builtIn()).policies().get(0).name()
            : policy;
    var text = whole.withTexts("policies", List.of(named), "--policy");
    var counts = context.values(jvms);
    int most = Collections.max(counts);
    var sites = ofScenario(domains.from(most), "nodes.domains", text, context);
    var sizes = ofScenario(nodes.from(2 * Collections.max(sites)), "nodes.count", text, context);
    int batch = ofScenario(jobs.from(most), "jobs.per-cycle", text, context).get(0);
    var works = new ArrayList<Work>();
    for (int count : sizes) {
      sites.forEach(site -> works.add(new Work(count, site, batch)));
    }
    return new ScalingBenchSize(
        text,
        named,
        counts,
        works,
        context.value(cycles),
        context.value(searches),
        context.value(replications),
        strongAlone);
  }

  private ScenarioText text(BenchContext context) {
    var text = scenario == null ? context.scenario("default") : context.scenarioIn(scenario);
    if (!text.schema().kind().equals(ScenarioReader.SCHEMA.kind())) {
      throw new UsageException(
          "scaling: is for scenarios of kind %s, but %s is of kind %s"
              .formatted(ScenarioReader.SCHEMA.kind(), text.name(), text.schema().kind()));
    }
    if (text.takesLog()) {
      throw new UsageException(
          "scaling: growing work needs generated jobs, but scenario %s takes its jobs from a log"
              .formatted(text.name()));
    }
    for (var setting : settings) {
      text = text.with(setting, "--set " + setting);
    }
    return text;
  }

  /** Returns the numbers of an option; without the option, the numbers of the given scenario. */
  private List<Integer> ofScenario(
      BenchParameter parameter, String key, ScenarioText text, BenchContext context) {
    boolean isOfScenario = !parameter.isGiven() && (scenario != null || !settings.isEmpty());
    return isOfScenario
        ? parameter.inRange(List.of(new Values(text.config()).wholeInt(key, 1, Integer.MAX_VALUE)))
        : context.values(parameter);
  }

  /** Rejects sizes that need more memory than is available, before the first size is measured. */
  private static void requireMemory(ScalingBenchSize size, ScalingMeasure measure) {
    long memory = Runtime.getRuntime().maxMemory();
    for (var work : size.works()) {
      boolean throughActors = size.jvms().contains(1);
      var expected =
          measure.expected(work).map(e -> throughActors ? e.throughActors() : e).orElse(null);
      if (expected != null && expected.within(memory) == Expectation.Verdict.IMPOSSIBLE) {
        throw new UsageException("%s: %s".formatted(work, expected.tooMuchFor(memory)));
      }
    }
  }

  private static void measure(
      String kind,
      String title,
      ScalingBenchSize size,
      Function<Work, List<Setting>> settingsOf,
      ScalingMeasure measure,
      BenchRun run) {
    var all = new ArrayList<ScalingComparison>();
    for (var work : size.works()) {
      var rows = run.measure(kind, settingsOf.apply(work), s -> List.of(measure.row(s)));
      all.addAll(ScalingComparison.of(work, rows, kind.equals(STRONG)));
    }
    run.add(table(kind, title), all);
    ScalingFigures.of(kind, all).forEach(run::add);
    var parts = ScalingParts.of(all);
    run.add(ScalingParts.table(kind, title), parts);
    ScalingParts.sentences(parts, Runtime.getRuntime().availableProcessors()).forEach(run::note);
  }

  private static BenchTable<ScalingComparison> table(String kind, String title) {
    return BenchTable.of(
            kind,
            title,
            column("driver", c -> c.row().setting().driver().label()),
            column("jvms", c -> c.row().setting().jvms(), "JVMs"),
            column("nodes", c -> c.row().setting().work().nodes()),
            column("domains", c -> c.row().setting().work().domains()),
            column("jobs", c -> c.row().setting().work().jobs()),
            hidden("slots", 0, c -> c.row().slots()),
            hidden("startSeconds", 3, c -> c.row().startSeconds()),
            column("wallSeconds", 3, c -> c.row().wallSeconds(), "wall s", 2),
            column("speedUp", 3, ScalingComparison::speedUp, "speed-up", 2),
            column("efficiency", 3, ScalingComparison::efficiency, "efficiency", 2),
            column("processorSeconds", 3, c -> c.row().processorSeconds(), "CPU s", 2),
            column("processorRatio", 3, ScalingComparison::processorRatio, "CPU ratio", 2),
            column("messages", c -> c.row().messages()),
            column("bytes", 0, c -> c.row().bytes(), "MiB sent", MEBI, 1),
            column("memoryBytes", 0, c -> c.row().mostMemoryBytes(), "MiB a JVM", MEBI, 0),
            column("searchP50Millis", 3, millis(Searches::wholeP50), "search p50 ms", 2),
            column("searchP99Millis", 3, millis(Searches::wholeP99), "p99", 2),
            hidden("roundP50Millis", 3, millis(Searches::roundP50)),
            hidden("roundP99Millis", 3, millis(Searches::roundP99)),
            hidden("rounds", 0, c -> c.row().rounds()),
            hidden(
                "processorSecondsByJvm", 0, c -> byJvm(c, s -> rounded(s.processorSeconds(), 3))),
            hidden("memoryBytesByJvm", 0, c -> byJvm(c, Spent::memoryBytes)),
            column("digest", c -> c.row().digest().substring(0, 12)))
        .explain("slots", "of all measured snapshots together")
        .explain(
            "startSeconds",
            "from the first start of a JVM until all form a cluster; not part of other times")
        .explain("speedUp", "relative to actors in one JVM, else to the first row")
        .explain("efficiency", "as `speedUp`")
        .explain("processorRatio", "as `speedUp`")
        .explain("processorSeconds", "of all processes")
        .explain("messages", "between JVMs")
        .explain("bytes", "between JVMs")
        .explain("memoryBytes", "largest use of any process")
        .explain("roundP50Millis", "round trip to the domains")
        .explain("roundP99Millis", "round trip to the domains")
        .explain("rounds", "largest number of times that a process waited for others")
        .explain("processorSecondsByJvm", "the caller first")
        .explain("memoryBytesByJvm", "the caller first")
        .explain("digest", "first 12 digits of the digest of the placements");
  }

  private static Function<ScalingComparison, OptionalDouble> millis(
      ToDoubleFunction<Searches> percentile) {
    return c ->
        c.row().setting().driver() == Driver.CLUSTER
            ? c.row().searches().stream().mapToDouble(percentile).findFirst()
            : OptionalDouble.empty();
  }

  private static <T> List<T> byJvm(ScalingComparison compared, Function<Spent, T> of) {
    return compared.row().jvms().stream().map(of).toList();
  }
}
