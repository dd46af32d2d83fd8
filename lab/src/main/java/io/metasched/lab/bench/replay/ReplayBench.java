package io.metasched.lab.bench.replay;

import static io.metasched.lab.bench.BenchColumn.column;

import io.metasched.lab.bench.Bench;
import io.metasched.lab.bench.BenchContext;
import io.metasched.lab.bench.BenchParameter;
import io.metasched.lab.bench.BenchRun;
import io.metasched.lab.bench.BenchTable;
import io.metasched.lab.bench.Growth;
import io.metasched.lab.bench.Jmh;
import io.metasched.lab.bench.SecondsOption;
import io.metasched.simulation.options.SkipMalformedOption;
import io.metasched.simulation.options.TracesOption;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Benchmark of the jobs per second of a replay, for each local scheduler, by the length of the
 * flow. The baseline is first come first served, which does the least work.
 */
public final class ReplayBench extends Bench {
  private final BenchParameter jobs =
      numbers(
          "--jobs",
          "Lengths of the generated flows",
          100,
          10_000_000,
          List.of(500, 1000),
          List.of(10_000, 100_000, 1_000_000));

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "Measures a log instead of" + " generated flows.")
  private @Nullable String trace;

  @Option(
      names = "--limit",
      paramLabel = "S",
      description = "Seconds after which a replay is aborted (default: 60).")
  private double limit = 60;

  @Mixin private SecondsOption seconds = new SecondsOption(1);

  @Mixin private SkipMalformedOption malformed = new SkipMalformedOption();

  @Mixin private TracesOption logs = new TracesOption();

  public ReplayBench() {
    super(
        "replay", "jobs per second of the local schedulers, compared with first come first served");
  }

  @Override
  public List<BenchTable<?>> tables() {
    return List.of(table(), growthTable());
  }

  @Override
  protected void measure(BenchContext context, BenchRun run) {
    var lengths = context.values(jobs);
    var measure = new ReplayMeasure(Jmh.of(context, seconds), limit, run.faults());
    List<ReplayBenchRow> rows;
    if (trace == null) {
      rows = run.measure("jobs", lengths, n -> measure.rows(ReplayFlow.generated(n), Map.of()));
    } else {
      var file = logs.folders().find(trace, "--trace");
      var flow = ReplayFlow.logged(file, malformed.isSet());
      rows = measure.rows(flow, Map.of("trace", file, "skipMalformed", malformed.isSet()));
      flow.notes().forEach(run::note);
    }
    run.add(table(), rows);
    run.add(growthTable(), Growth.of(rows, ReplayBenchRow::jobs, ReplayBenchRow::policy));
  }

  private static BenchTable<ReplayBenchRow> table() {
    return BenchTable.of(
            "rows",
            "Replays on one cluster (a dash: longer than the limit)",
            column("jobs", ReplayBenchRow::jobs),
            column("policy", ReplayBenchRow::policy),
            column("seconds", 4, ReplayBenchRow::seconds, "seconds", 3),
            column("jobsPerSecond", 0, ReplayBenchRow::jobsPerSecond, "jobs/s", 0),
            column("ratio", 2, ReplayBenchRow::ratio, "x fcfs", 2),
            column("mostWaiting", ReplayBenchRow::mostWaiting, "most waiting"))
        .explain("ratio", "to `fcfs`");
  }

  private static BenchTable<Growth<ReplayBenchRow>> growthTable() {
    return BenchTable.keyed(
        "exponents",
        "Growth: time ~ jobs ^ exponent",
        Growth.label("policy", 0),
        Growth.partCost("exponent", ReplayBenchRow::seconds));
  }
}
