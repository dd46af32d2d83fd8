package io.metasched.lab.bench.cyclic;

import static io.metasched.lab.bench.BenchColumn.column;
import static io.metasched.lab.bench.BenchColumn.hidden;

import io.metasched.lab.bench.Bench;
import io.metasched.lab.bench.BenchContext;
import io.metasched.lab.bench.BenchParameter;
import io.metasched.lab.bench.BenchRun;
import io.metasched.lab.bench.BenchTable;
import io.metasched.lab.bench.Jmh;
import io.metasched.lab.bench.Measurements;
import io.metasched.lab.bench.SecondsOption;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Benchmark of a whole cycle: alternatives, choice and booking, by the numbers of jobs and nodes.
 * Compares the exact searches with the published ones.
 */
public final class CycleBench extends Bench {
  private final BenchParameter nodes =
      numbers(
          "--nodes",
          "Numbers of nodes, with about 5 slots each",
          5,
          200_000,
          List.of(24),
          List.of(24, 400, 10_000, 100_000));

  private final BenchParameter jobs =
      numbers("--jobs", "Numbers of jobs", 1, 10_000, List.of(20), List.of(20, 100, 1000));

  private static final int DIGITS = 6;
  private static final double MILLI = 1e-3;

  /**
   * Growth of the time of a cycle under a policy.
   *
   * @param byNodes growth with the nodes, for the largest number of jobs
   * @param byJobs growth with the jobs, for the largest number of nodes
   */
  private record Growth(String policy, OptionalDouble byNodes, OptionalDouble byJobs) {}

  /** Combination of a number of nodes and a number of jobs. */
  private record Size(int nodes, int jobs) {}

  @Option(
      names = "--policy",
      split = ",",
      paramLabel = "P",
      description = "Policies (default: css,batch-slicer,bsf,backfilling).")
  private List<String> policies = List.of("css", "batch-slicer", "bsf", "backfilling");

  @Mixin private SecondsOption seconds = new SecondsOption(1);

  public CycleBench() {
    super("cycle", "whole cycles by jobs and nodes, with the exact and the published searches");
  }

  @Override
  public List<BenchTable<?>> tables() {
    return List.of(cycleTable(), alternativesTable(), growthTable());
  }

  @Override
  protected void measure(BenchContext context, BenchRun run) {
    var sizes = sizes(context.values(nodes), context.values(jobs));
    var jmh = Jmh.of(context, seconds);
    var alternatives = new ArrayList<AlternativesRow>();
    var rows =
        run.measure(
            "cycles",
            sizes,
            size -> {
              var measure =
                  new CycleMeasure(jmh, policies, size.nodes(), size.jobs(), run.faults());
              alternatives.addAll(measure.alternatives());
              return measure.rows();
            });
    run.add(cycleTable(), rows);
    run.add(alternativesTable(), alternatives);
    run.add(growthTable(), growths(rows));
  }

  private static BenchTable<CycleBenchRow> cycleTable() {
    return BenchTable.of(
            "rows",
            "Cycles (milliseconds)",
            column("nodes", CycleBenchRow::nodes),
            column("jobs", CycleBenchRow::jobs),
            column("policy", CycleBenchRow::policy),
            column("slots", CycleBenchRow::slots),
            hidden("cycles", 0, CycleBenchRow::cycles),
            column("placed", CycleBenchRow::placed),
            column("alternatives", 3, CycleBenchRow::alternatives, "alternatives", 1),
            column("planSeconds", DIGITS, CycleBenchRow::planSeconds, "plan", MILLI, 2),
            column("bookSeconds", DIGITS, CycleBenchRow::bookSeconds, "book", MILLI, 2),
            hidden("cycleSeconds", DIGITS, CycleBenchRow::cycleSeconds),
            column("planMegabytes", 3, CycleBenchRow::planMegabytes, "MB", 1),
            column(
                "publishedPlanSeconds",
                DIGITS,
                CycleBenchRow::publishedSeconds,
                "published",
                MILLI,
                2),
            column("speedup", 3, CycleBenchRow::speedup, "speedup", 1))
        .explain("cycles", "measured")
        .explain("alternatives", "mean of the placed jobs")
        .explain("planSeconds", "median")
        .explain("bookSeconds", "median")
        .explain("cycleSeconds", "plan and book");
  }

  private static BenchTable<AlternativesRow> alternativesTable() {
    return BenchTable.of(
            "alternatives",
            "Alternatives (microseconds each)",
            column("nodes", AlternativesRow::nodes),
            column("jobs", AlternativesRow::jobs),
            column("by", AlternativesRow::by),
            column("alternatives", AlternativesRow::alternatives, "found"),
            column("firstMicros", 3, AlternativesRow::firstMicros, "first", 1),
            column("moreMicros", 3, AlternativesRow::moreMicros, "one more", 1),
            column("ratio", 3, AlternativesRow::ratio, "ratio", 2))
        .explain("by", "`start` for all jobs, as css searches, or each job's `criterion`")
        .explain("firstMicros", "first alternative of a job, with the ranking")
        .explain("moreMicros", "each further alternative");
  }

  private static BenchTable<Growth> growthTable() {
    return BenchTable.of(
        "exponents",
        "Growth: time of a cycle ~ number ^ exponent",
        column("policy", Growth::policy),
        column("nodes", 3, Growth::byNodes, "nodes", 2),
        column("jobs", 3, Growth::byJobs, "jobs", 2));
  }

  private static List<Size> sizes(List<Integer> nodes, List<Integer> jobs) {
    return nodes.stream().flatMap(n -> jobs.stream().map(j -> new Size(n, j))).toList();
  }

  private static List<Growth> growths(List<CycleBenchRow> rows) {
    int mostNodes = rows.stream().mapToInt(CycleBenchRow::nodes).max().orElse(0);
    int mostJobs = rows.stream().mapToInt(CycleBenchRow::jobs).max().orElse(0);
    var growths = new ArrayList<Growth>();
    for (var policy : rows.stream().map(CycleBenchRow::policy).distinct().toList()) {
      var own = rows.stream().filter(row -> row.policy().equals(policy)).toList();
      growths.add(
          new Growth(
              policy,
              Measurements.exponent(
                  own.stream().filter(row -> row.jobs() == mostJobs).toList(),
                  CycleBenchRow::nodes,
                  CycleBenchRow::cycleSeconds),
              Measurements.exponent(
                  own.stream().filter(row -> row.nodes() == mostNodes).toList(),
                  CycleBenchRow::jobs,
                  CycleBenchRow::cycleSeconds)));
    }
    return growths;
  }
}
