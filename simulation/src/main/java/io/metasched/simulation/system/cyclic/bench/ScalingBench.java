package io.metasched.simulation.system.cyclic.bench;

import static io.metasched.simulation.bench.BenchColumn.column;
import static io.metasched.simulation.bench.BenchColumn.hidden;
import static io.metasched.simulation.bench.BenchColumn.rounded;

import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.simulation.bench.Bench;
import io.metasched.simulation.bench.BenchContext;
import io.metasched.simulation.bench.BenchParameter;
import io.metasched.simulation.bench.BenchReport;
import io.metasched.simulation.bench.BenchRun;
import io.metasched.simulation.bench.BenchTable;
import io.metasched.simulation.system.cyclic.bench.ScalingBenchSize.Setting;
import io.metasched.simulation.system.cyclic.bench.ScalingBenchSize.Work;
import io.metasched.simulation.system.cyclic.bench.ScalingRow.Spent;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * How runs scale with JVMs: the same work over more of them, work that grows with them, and the
 * same nodes in more domains.
 */
public final class ScalingBench implements Bench {
  private static final String NAME = "scaling";

  private static final int MOST_NODES = 200_000;

  /** Numbers of JVMs; the last one is the most. */
  private static final BenchParameter JVMS =
      BenchParameter.list("--jvms", 1, 16, List.of(1, 2), 1, 2, 3, 4);

  /** Nodes of the fixed work, at least two for each domain. */
  private static final BenchParameter NODES =
      BenchParameter.number("--nodes", 2, MOST_NODES, 200, 10_000);

  /** Domains of the fixed work, at least as many as JVMs. */
  private static final BenchParameter DOMAINS =
      BenchParameter.number("--domains", 1, MOST_NODES / 2, 2, 100);

  /** Jobs of a cycle of the fixed work, at least as many as JVMs. */
  private static final BenchParameter JOBS = BenchParameter.number("--jobs", 1, 10_000, 6, 100);

  /** How many cycles are measured, behind one for warmth. */
  private static final BenchParameter CYCLES = BenchParameter.number("--cycles", 1, 10_000, 1, 20);

  /** How many searches each row has, each in a session of its own. */
  private static final BenchParameter SEARCHES =
      BenchParameter.number("--searches", 1, 100_000, 8, 1000);

  private static final int BAR = 50;
  private static final double MEBI = 1 << 20;

  @Option(
      names = "--jvms",
      split = ",",
      paramLabel = "N",
      description = "Numbers of JVMs beside the one that is called (default: 1,2,3,4; 1 to 16).")
  private List<Integer> jvms = List.of();

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "Nodes of the fixed work (default: 10000; twice the domains to 200000).")
  private @Nullable Integer nodes;

  @Option(
      names = "--domains",
      paramLabel = "N",
      description = "Domains they are spread over (default: 100; as many as JVMs, or more).")
  private @Nullable Integer domains;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "Jobs of each cycle (default: 100; as many as JVMs, to 10000).")
  private @Nullable Integer jobs;

  @Option(
      names = "--cycles",
      paramLabel = "N",
      description = "Cycles, behind one for warmth (default: 20; 1 to 10000).")
  private @Nullable Integer cycles;

  @Option(
      names = "--searches",
      paramLabel = "N",
      description = "Searches of each row (default: 1000; 1 to 100000).")
  private @Nullable Integer searches;

  @Option(
      names = "--strong-alone",
      description = "Measures the same work over more JVMs, and nothing else.")
  private boolean strongAlone;

  /** A row beside the first one of its table. */
  private record Compared(ScalingRow row, ScalingRow first, boolean isSameWork) {
    double processorRatio() {
      return row.processorSeconds() / first.processorSeconds();
    }

    /** How much of the JVMs it has more than the first row shows in its wall time: 1 is all. */
    double efficiency() {
      double faster = first.wallSeconds() / row.wallSeconds();
      return isSameWork ? faster * first.setting().jvms() / row.setting().jvms() : faster;
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "runs over 1 to 4 JVMs: the same work, growing work, and more domains";
  }

  @Override
  public BenchReport run(BenchContext context) {
    var size = size(context);
    var settings = ClusterSettings.load(context.home().map(folder -> folder.resolve("conf")));
    var run = new BenchRun(NAME, context.progress());
    run.put("cycles", size.cycles());
    run.print(
        "This machine has %d cores; more processes than cores, the caller's included, share them.%n"
            .formatted(Runtime.getRuntime().availableProcessors()));
    var clusters = new ScalingMeasure.Clusters(context, settings);
    var measure = new ScalingMeasure(size, clusters, run.faults());
    measure("strong", "Strong: the same work over more JVMs", size.strong(), true, measure, run);
    measure("weak", "Weak: work that grows with the JVMs", size.weak(), false, measure, run);
    measure(
        "domains", "Domains: the same nodes in more domains", size.spreads(), true, measure, run);
    return run.report();
  }

  private ScalingBenchSize size(BenchContext context) {
    var counts = context.values(JVMS, jvms);
    int most = Collections.max(counts);
    int sites = context.value(DOMAINS.from(most), domains);
    var work =
        new Work(
            context.value(NODES.from(2 * sites), nodes),
            sites,
            context.value(JOBS.from(most), jobs));
    return new ScalingBenchSize(
        context.scenario("default"),
        counts,
        work,
        context.value(CYCLES, cycles),
        context.value(SEARCHES, searches),
        strongAlone);
  }

  private static void measure(
      String kind,
      String title,
      List<Setting> settings,
      boolean isSameWork,
      ScalingMeasure measure,
      BenchRun run) {
    var rows = run.measure(kind, settings, setting -> List.of(measure.row(setting)));
    run.add(
        table(kind, title),
        rows.stream().map(row -> new Compared(row, rows.get(0), isSameWork)).toList());
    if (!rows.isEmpty()) {
      run.print(chart(rows));
    }
  }

  private static BenchTable<Compared> table(String kind, String title) {
    return BenchTable.of(
        kind,
        title,
        column("jvms", c -> c.row().setting().jvms()),
        column("nodes", c -> c.row().setting().work().nodes()),
        column("domains", c -> c.row().setting().work().domains()),
        column("jobs", c -> c.row().setting().work().jobs()),
        hidden("slots", 0, c -> c.row().slots()),
        column("wallSeconds", 3, c -> c.row().wallSeconds(), "wall s", 2),
        column("processorSeconds", 3, c -> c.row().processorSeconds(), "CPU s", 2),
        hidden("processorSecondsByJvm", 0, c -> processorSecondsByJvm(c.row())),
        column("messages", c -> c.row().messages()),
        column("bytes", 0, c -> c.row().bytes(), "MiB", MEBI, 1),
        hidden("rounds", 0, c -> c.row().rounds()),
        column("searchP50Millis", 3, c -> c.row().searches().wholeP50(), "search p50 ms", 2),
        column("searchP99Millis", 3, c -> c.row().searches().wholeP99(), "p99", 2),
        column("roundP50Millis", 3, c -> c.row().searches().roundP50(), "round trip p50", 2),
        column("roundP99Millis", 3, c -> c.row().searches().roundP99(), "p99", 2),
        column("processorRatio", 3, Compared::processorRatio, "ratio", 2),
        column("efficiency", 3, Compared::efficiency, "efficiency", 2));
  }

  private static List<Double> processorSecondsByJvm(ScalingRow row) {
    return row.jvms().stream().map(Spent::processorSeconds).map(s -> rounded(s, 3)).toList();
  }

  /** Bars of wall time. */
  private static String chart(List<ScalingRow> rows) {
    double most = rows.stream().mapToDouble(ScalingRow::wallSeconds).max().orElse(1);
    var text = new StringBuilder();
    for (var row : rows) {
      int length = Math.max(1, (int) Math.round(BAR * row.wallSeconds() / most));
      text.append(
          String.format(
              Locale.ROOT,
              " %2d JVMs, %3d domains  %s %.2f s%n",
              row.setting().jvms(),
              row.setting().work().domains(),
              "#".repeat(length),
              row.wallSeconds()));
    }
    return text.toString();
  }
}
