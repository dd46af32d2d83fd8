package io.metasched.lab.bench.broker;

import static io.metasched.lab.bench.BenchColumn.column;

import io.metasched.lab.bench.Bench;
import io.metasched.lab.bench.BenchContext;
import io.metasched.lab.bench.BenchParameter;
import io.metasched.lab.bench.BenchRun;
import io.metasched.lab.bench.BenchTable;
import io.metasched.lab.bench.Growth;
import io.metasched.lab.bench.Jmh;
import io.metasched.lab.bench.SecondsOption;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;

/**
 * Benchmark of an agent's table: time to find nodes for tasks and to commit the tasks, by the
 * number of tasks in the table. The baseline is the paper's vector of intervals.
 */
public final class BrokerTableBench extends Bench {
  private final BenchParameter tasks =
      numbers(
          "--tasks",
          "Numbers of tasks of the agent",
          10,
          1_000_000,
          List.of(100, 300),
          List.of(1000, 10_000, 100_000));

  /** Row, with the tree's row of equal size. */
  private record Compared(BrokerTableRow row, BrokerTableRow tree) {}

  @Mixin private SecondsOption seconds = new SecondsOption(3);

  public BrokerTableBench() {
    super("broker-table", "offers and commits of an agent, compared with vectors of intervals");
  }

  @Override
  public List<BenchTable<?>> tables() {
    return List.of(table(), growthTable());
  }

  @Override
  protected void measure(BenchContext context, BenchRun run) {
    var sizes = context.values(tasks);
    var measure = new BrokerTableMeasure(Jmh.of(context, seconds), run.faults());
    var rows = run.measure("tasks", sizes, measure::rows);
    var compared = new ArrayList<Compared>();
    for (int i = 0; i < rows.size(); i++) {
      compared.add(new Compared(rows.get(i), rows.get(i - i % 2)));
    }
    run.add(table(), compared);
    run.add(growthTable(), Growth.known(rows, BrokerTableRow::tasks, BrokerTableRow::structure));
  }

  private static BenchTable<Compared> table() {
    return BenchTable.of(
        "rows",
        "Tasks in batches of 100 on an agent of 10 nodes (mean microseconds for each task)",
        column("tasks", each -> each.row().tasks()),
        column("structure", each -> each.row().structure()),
        column("measured", each -> each.row().measured()),
        column("offerMicros", 3, each -> each.row().offerMicros(), "offer", 2),
        column("commitMicros", 3, each -> each.row().commitMicros(), "commit", 2),
        column(
            "offerRatio",
            2,
            each -> each.row().offerMicros() / each.tree().offerMicros(),
            "offer x tree",
            1),
        column(
            "commitRatio",
            2,
            each -> each.row().commitMicros() / each.tree().commitMicros(),
            "commit x tree",
            1));
  }

  private static BenchTable<Growth<BrokerTableRow>> growthTable() {
    return BenchTable.keyed(
        "exponents",
        "Growth: cost ~ tasks ^ exponent",
        Growth.label("structure", 0),
        Growth.cost("offer", BrokerTableRow::offerMicros),
        Growth.cost("commit", BrokerTableRow::commitMicros));
  }
}
