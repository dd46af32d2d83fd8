package io.metasched.lab.bench.whatif;

import static io.metasched.lab.bench.BenchColumn.column;

import io.metasched.lab.bench.Bench;
import io.metasched.lab.bench.BenchContext;
import io.metasched.lab.bench.BenchParameter;
import io.metasched.lab.bench.BenchRun;
import io.metasched.lab.bench.BenchTable;
import io.metasched.lab.bench.Jmh;
import io.metasched.lab.bench.SecondsOption;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;

/**
 * Bench of probes for a reservation by the what-if method, by the number of queued jobs and by the
 * time that these jobs take. It compares plans that continue from the original plan with plans from
 * scratch.
 */
public final class WhatIfBench extends Bench {
  private final BenchParameter jobs =
      numbers(
          "--jobs",
          "Numbers of queued jobs",
          10,
          100_000,
          List.of(20, 60),
          List.of(100, 1000, 10_000));

  private final BenchParameter backlog =
      numbers(
          "--backlog",
          "Hours for which the queued jobs would keep all processors busy",
          1,
          10_000,
          List.of(6),
          List.of(6, 24, 240));

  @Mixin private SecondsOption seconds = new SecondsOption(3);

  public WhatIfBench() {
    super(
        "what-if", "probes for a reservation by execution plans, compared with plans from scratch");
  }

  @Override
  public List<BenchTable<?>> tables() {
    return List.of(table(), tableByBookAhead());
  }

  @Override
  protected void measure(BenchContext context, BenchRun run) {
    var queues = context.values(jobs);
    var hours = context.values(backlog);
    var jmh = Jmh.of(context, seconds);
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
  }

  private static BenchTable<WhatIfRow> tableByBookAhead() {
    return table("byBookAhead", "By book-ahead (milliseconds)");
  }

  private static BenchTable<WhatIfRow> table() {
    return table("rows", "Probes in one state, all windows (milliseconds)");
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
