package io.metasched.lab.bench.cyclic;

import static io.metasched.lab.bench.BenchColumn.column;
import static io.metasched.lab.bench.BenchColumn.hidden;
import static io.metasched.lab.bench.BenchColumn.rounded;

import io.metasched.lab.bench.Bench;
import io.metasched.lab.bench.BenchContext;
import io.metasched.lab.bench.BenchReport;
import io.metasched.lab.bench.BenchRun;
import io.metasched.lab.bench.BenchTable;
import io.metasched.lab.bench.cyclic.ScalingBenchSize.Driver;
import io.metasched.lab.bench.cyclic.ScalingBenchSize.Setting;
import io.metasched.lab.bench.cyclic.ScalingBenchSize.Work;
import io.metasched.lab.bench.cyclic.ScalingRow.Searches;
import io.metasched.lab.bench.cyclic.ScalingRow.Spent;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.simulation.kernel.Expectation;
import io.metasched.simulation.scenario.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Mixin;

/**
 * Benchmark of the scaling of whole runs with the number of JVMs: strong scaling (equal work) and
 * weak scaling (work that grows with the number of JVMs), for each number of nodes and domains.
 * Also measures studies of many runs.
 */
public final class ScalingBench implements Bench {
  private static final String NAME = "scaling";
  private static final String STRONG = "strong";
  private static final String STRONG_TITLE = "Strong: the same work over more JVMs";
  private static final String WEAK = "weak";
  private static final String WEAK_TITLE = "Weak: work that grows with the JVMs";
  private static final double MEBI = 1 << 20;

  @Mixin private ScalingOptions options = new ScalingOptions();

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "whole runs of a scenario over more JVMs, the same work and work that grows, and studies"
        + " of many runs";
  }

  @Override
  public boolean keepsResults() {
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
  public BenchReport run(BenchContext context) {
    var size = options.size(context);
    var settings = ClusterSettings.load(context.home().map(folder -> folder.resolve("conf")));
    var run = new BenchRun(NAME, context.progress());
    var clusters = new ScalingMeasure.Clusters(context, settings);
    var measure = new ScalingMeasure(size, clusters, run.faults());
    requireMemory(size, measure);
    run.put("scenario", size.scenario().name());
    run.put("policy", size.policy());
    run.put("cycles", size.cycles());
    run.note(
        ("Scenario %s, policy %s, %d cycles after one for warm-up. This machine has %d cores,"
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
      new StudyScaling(context, settings, size.replications(), run.faults())
          .measure(size.jvms(), run);
    }
    return run.report();
  }

  /** Rejects sizes that need more memory than there is, before the first one is measured. */
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
            "from the first start of a JVM until all form a cluster; in no other time")
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
