package io.metasched.lab.bench.cyclic;

import static io.metasched.lab.bench.BenchColumn.column;
import static io.metasched.lab.bench.BenchColumn.hidden;

import io.metasched.lab.bench.Bench;
import io.metasched.lab.bench.BenchContext;
import io.metasched.lab.bench.BenchParameter;
import io.metasched.lab.bench.BenchRun;
import io.metasched.lab.bench.BenchTable;
import io.metasched.lab.bench.Growth;
import io.metasched.lab.bench.Jmh;
import io.metasched.lab.bench.SecondsOption;
import java.util.List;
import picocli.CommandLine.Mixin;

/**
 * Benchmark of the window searches by the number of slots: the exact searches, prepared as in a
 * cycle, in comparison with the published ones and with one pass over the slots.
 */
public final class WindowSearchBench extends Bench {
  private final BenchParameter nodes =
      numbers(
          "--nodes",
          "Numbers of nodes, of about 5 slots each",
          100,
          200_000,
          List.of(100),
          List.of(100, 400, 1000, 10_000, 100_000, 200_000));

  private static final int DIGITS = 3;
  private static final double MICRO = 1000;

  @Mixin private SecondsOption seconds = new SecondsOption(1);

  public WindowSearchBench() {
    super(
        "search",
        "the exact window searches, compared with the published ones and one pass over the slots");
  }

  @Override
  public List<BenchTable<?>> tables() {
    return List.of(table(), growthTable());
  }

  @Override
  protected void measure(BenchContext context, BenchRun run) {
    var counts = context.values(nodes);
    var jmh = Jmh.of(context, seconds);
    var rows =
        run.measure(
            "nodes", counts, count -> new WindowSearchMeasure(jmh, count, run.faults()).rows());
    run.add(table(), rows);
    var growths =
        Growth.known(
            rows, WindowSearchRow::slots, row -> row.criterion().label(), WindowSearchRow::parts);
    run.add(growthTable(), growths);
  }

  private static BenchTable<WindowSearchRow> table() {
    return BenchTable.of(
            "rows",
            "Searches for a window (microseconds)",
            column("nodes", WindowSearchRow::nodes),
            column("slots", WindowSearchRow::slots),
            column("criterion", row -> row.criterion().label()),
            column("m", WindowSearchRow::parts),
            hidden("searches", 0, WindowSearchRow::searches),
            hidden("foundFraction", DIGITS, WindowSearchRow::foundFraction),
            column(
                "nanosPublished", DIGITS, WindowSearchRow::nanosPublished, "published", MICRO, 1),
            column("nanosExact", DIGITS, WindowSearchRow::nanosExact, "exact", MICRO, 2),
            column("nanosScan", DIGITS, WindowSearchRow::nanosScan, "scan", MICRO, 2),
            column("speedup", DIGITS, WindowSearchRow::speedup, "speedup", 1),
            column("timesScan", DIGITS, WindowSearchRow::timesScan, "x scan", 2),
            column("nanosPrepare", DIGITS, WindowSearchRow::nanosPrepare, "prepare", MICRO, 1),
            column("nanosPrepareNext", DIGITS, WindowSearchRow::nanosPrepareNext, "next", MICRO, 1),
            column("bytesSearch", DIGITS, WindowSearchRow::bytesSearch, "bytes", 0),
            column("bytesFind", DIGITS, WindowSearchRow::bytesFind, "with window", 0))
        .explain("slots", "mean")
        .explain("m", "parts")
        .explain("searches", "measured")
        .explain("foundFraction", "requests with a window")
        .explain("nanosPublished", "median")
        .explain("nanosExact", "median")
        .explain("nanosScan", "median")
        .explain("nanosPrepare", "first ranking of offers")
        .explain("nanosPrepareNext", "further rankings")
        .explain("bytesSearch", "allocated without the window")
        .explain("bytesFind", "allocated with the window");
  }

  private static BenchTable<Growth<WindowSearchRow>> growthTable() {
    return BenchTable.of(
        "exponents",
        "Growth: time ~ slots ^ exponent",
        Growth.label("criterion", 0),
        Growth.label("m", 1),
        Growth.partCost("published", WindowSearchRow::nanosPublished),
        Growth.cost("exact", WindowSearchRow::nanosExact),
        Growth.cost("scan", WindowSearchRow::nanosScan));
  }
}
