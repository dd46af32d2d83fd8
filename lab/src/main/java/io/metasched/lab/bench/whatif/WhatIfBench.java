package io.metasched.lab.bench.whatif;

import static io.metasched.lab.bench.BenchColumn.column;

import io.metasched.lab.bench.Bench;
import io.metasched.lab.bench.BenchContext;
import io.metasched.lab.bench.BenchParameter;
import io.metasched.lab.bench.BenchReport;
import io.metasched.lab.bench.BenchRun;
import io.metasched.lab.bench.BenchTable;
import io.metasched.lab.bench.Jmh;
import io.metasched.lab.bench.SecondsOption;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Bench of probes for a reservation by the what-if method, by the number of queued jobs and by the
 * time that these will take. It compares plans that continue from the original plan with plans from
 * scratch.
 */
public final class WhatIfBench implements Bench {
  private static final String NAME = "what-if";

  /** Numbers of queued jobs. */
  private static final BenchParameter JOBS =
      BenchParameter.list("--jobs", 10, 100_000, List.of(20, 60), 100, 1000, 10_000);

  /** Hours for which the queued jobs would keep all processors busy. */
  private static final BenchParameter BACKLOG =
      BenchParameter.list("--backlog", 1, 10_000, List.of(6), 6, 24, 240);

  @Option(
      names = "--jobs",
      split = ",",
      paramLabel = "N",
      description = "Numbers of queued jobs (default: 100,1000,10000; 10 to 100000).")
  private List<Integer> jobs = List.of();

  @Option(
      names = "--backlog",
      split = ",",
      paramLabel = "H",
      description =
          "Hours for which they would keep all processors busy (default: 6,24,240; 1 to 10000).")
  private List<Integer> backlog = List.of();

  @Mixin private SecondsOption seconds = new SecondsOption(3);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "probes for a reservation by execution plans, beside plans from scratch";
  }

  @Override
  public List<BenchTable<?>> tables() {
    return List.of(table(), tableByBookAhead());
  }

  @Override
  public BenchReport run(BenchContext context) {
    var queues = context.values(JOBS, jobs);
    var hours = context.values(BACKLOG, backlog);
    var jmh = Jmh.of(context, seconds);
    var run = new BenchRun(NAME, context.progress());
    var rows = new ArrayList<WhatIfRow>();
    for (int each : hours) {
      rows.addAll(
          run.measure(
              "queued jobs",
              queues,
              queued -> new WhatIfMeasure(jmh, run.faults()).rows(queued, each)));
    }
    run.add(table(), rows.stream().filter(WhatIfRow::isOfAllWindows).toList());
    run.add(tableByBookAhead(), rows.stream().filter(row -> !row.isOfAllWindows()).toList());
    return run.report();
  }

  private static BenchTable<WhatIfRow> table() {
    return table("rows", "Probes in one state, all windows (milliseconds)");
  }

  private static BenchTable<WhatIfRow> tableByBookAhead() {
    return table("byBookAhead", "By book-ahead (milliseconds)");
  }

  private static BenchTable<WhatIfRow> table(String field, String title) {
    return BenchTable.of(
            field,
            title,
            column("jobs", WhatIfRow::jobs),
            column("backlogHours", WhatIfRow::backlogHours, "backlog h"),
            column("bookAheadHours", WhatIfRow::bookAheadHours, "ahead h"),
            column("processors", WhatIfRow::processors),
            column("plans", WhatIfRow::plans),
            column("unchangedFraction", 4, WhatIfRow::unchangedFraction, "unchanged", 2),
            column("movedFraction", 4, WhatIfRow::movedFraction, "moved", 2),
            column("originalMillis", 4, WhatIfRow::originalMillis, "original", 3),
            column("probeMillis", 4, WhatIfRow::probeMillis, "probe", 3),
            column("scratchMillis", 4, WhatIfRow::scratchMillis, "from scratch", 3),
            column("firstRatio", 2, WhatIfRow::firstRatio, "x first", 1),
            column("ratio", 2, WhatIfRow::ratio, "x next", 1))
        .explain("ratio", "each further probe");
  }
}
