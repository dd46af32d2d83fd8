package io.metasched.lab.bench.cyclic;

import static io.metasched.lab.bench.BenchColumn.column;

import io.metasched.lab.bench.Bench;
import io.metasched.lab.bench.BenchContext;
import io.metasched.lab.bench.BenchParameter;
import io.metasched.lab.bench.BenchRun;
import io.metasched.lab.bench.BenchTable;
import io.metasched.lab.bench.Jmh;
import io.metasched.lab.bench.SecondsOption;
import java.util.List;
import picocli.CommandLine.Mixin;

/**
 * Benchmark of plans of whole workflows by the number of jobs: HEFT with windows and a budget, in
 * comparison with planning job by job.
 */
public final class WorkflowBench extends Bench {
  private final BenchParameter jobs =
      numbers("--jobs", "Numbers of jobs", 20, 10_000, List.of(20), List.of(50, 100, 1000));

  private final BenchParameter nodes = number("--nodes", "Number of nodes", 10, 1000, 10, 100);

  private static final int DIGITS = 6;
  private static final double MILLI = 1e-3;

  @Mixin private SecondsOption seconds = new SecondsOption(1);

  public WorkflowBench() {
    super("workflow", "plans of whole workflows: HEFT, compared with job by job");
  }

  @Override
  public List<BenchTable<?>> tables() {
    return List.of(table());
  }

  @Override
  protected void measure(BenchContext context, BenchRun run) {
    var measure = new WorkflowMeasure(Jmh.of(context, seconds), context.value(nodes), run.faults());
    var rows = run.measure("jobs", context.values(jobs), measure::rows);
    run.add(table(), rows);
  }

  private static BenchTable<WorkflowRow> table() {
    return BenchTable.of(
            "rows",
            "Plans of workflows (milliseconds)",
            column("shape", row -> row.shape().label()),
            column("jobs", WorkflowRow::jobs),
            column("budget", WorkflowRow::budget),
            column("policy", WorkflowRow::policy),
            column("seconds", DIGITS, WorkflowRow::seconds, "time", MILLI, 1),
            column("planned", 3, WorkflowRow::planned, "planned", 3),
            column("finishUnits", 3, WorkflowRow::finishUnits, "finish", 0),
            column("timesJobByJob", 3, WorkflowRow::timesJobByJob, "x job by job", 3),
            column("costMoney", 3, WorkflowRow::costMoney, "cost", 0))
        .explain("seconds", "median")
        .explain("planned", "share of jobs with a window")
        .explain("finishUnits", "latest end")
        .explain("timesJobByJob", "ratio of the latest ends");
  }
}
