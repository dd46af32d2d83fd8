package io.metasched.lab.bench.rectangles;

import static io.metasched.lab.bench.BenchColumn.column;

import io.metasched.lab.bench.Bench;
import io.metasched.lab.bench.BenchColumn;
import io.metasched.lab.bench.BenchContext;
import io.metasched.lab.bench.BenchParameter;
import io.metasched.lab.bench.BenchRun;
import io.metasched.lab.bench.BenchTable;
import io.metasched.lab.bench.Growth;
import io.metasched.lab.bench.Jmh;
import io.metasched.lab.bench.SecondsOption;
import io.metasched.lab.bench.rectangles.RectangleChanges.Size;
import io.metasched.lab.bench.rectangles.RectanglesBenchRow.Times;
import io.metasched.resource.rectangles.RectanglePolicies;
import io.metasched.simulation.scenario.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Benchmark of finding, adding and deleting reservations of elements with identities, by the
 * numbers of elements and reservations. The baselines are the paper's linked list and a naive list.
 */
public final class RectanglesBench extends Bench {
  private final BenchParameter elements =
      numbers(
          "--elements",
          "Numbers of elements",
          8,
          1_000_000,
          List.of(64, 1024),
          List.of(64, 1024, 16_384));
  private final BenchParameter reservations =
      numbers(
          "--reservations",
          "Numbers of reservations",
          10,
          10_000_000,
          List.of(100, 300),
          List.of(100, 1000, 10_000, 100_000));

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      description = "Policy that selects the start (default: ${DEFAULT-VALUE}).")
  private String policy = "duration-best";

  @Option(
      names = "--limit",
      paramLabel = "S",
      description =
          "Processor seconds after which the measurement of a list is aborted, unless it has made"
              + " 20 changes (default: 10).")
  private double limit = 10;

  @Mixin private SecondsOption seconds = new SecondsOption(2);

  public RectanglesBench() {
    super(
        "rectangles",
        "reservations of elements with identities, compared with a linked and a naive list");
  }

  @Override
  public List<BenchTable<?>> tables() {
    return List.of(table(), growthTable());
  }

  @Override
  protected void measure(BenchContext context, BenchRun run) {
    var sizes = sizes(context);
    if (RectanglePolicies.named(policy).isEmpty()) {
      throw new UsageException(
          "--policy: must be one of %s, but is %s"
              .formatted(String.join(", ", RectanglePolicies.names()), policy));
    }
    var measure = new RectanglesMeasure(Jmh.of(context, seconds), limit, policy, run.faults());
    var rows = run.measure("sizes", sizes, measure::rows);
    run.add(table(), rows);
    run.add(growthTable(), growths(rows));
  }

  private List<Size> sizes(BenchContext context) {
    var sizes = new ArrayList<Size>();
    for (int each : context.values(elements)) {
      for (int count : context.values(reservations)) {
        sizes.add(new Size(each, count));
      }
    }
    return sizes;
  }

  private static BenchTable<RectanglesBenchRow> table() {
    return BenchTable.of(
            "rows",
            "Reservations of elements (microseconds; a dash: beyond the limit or the heap)",
            column("elements", each -> each.size().elements()),
            column("reservations", each -> each.size().reservations()),
            column("structure", each -> each.structure().label),
            column("records", each -> each.records()),
            column("changesPerSecond", 0, each -> each.cost(t -> 1e9 / t.mean()), "changes/s", 0),
            micros("findMicrosMean", t -> t.find().meanMicros(), "find mean"),
            micros("findMicrosP50", t -> t.find().microsP50(), "p50"),
            micros("findMicrosP99", t -> t.find().microsP99(), "p99"),
            micros("addMicrosP50", t -> t.add().microsP50(), "add p50"),
            micros("deleteMicrosP50", t -> t.delete().microsP50(), "delete p50"),
            column("findRatio", 2, each -> each.ratio(t -> t.find().mean()), "find x tree", 1),
            column("findRatioP50", 2, each -> each.ratio(t -> t.find().p50()), "p50", 1),
            column("ratio", 2, each -> each.ratio(Times::mean), "change x tree", 1))
        .explain("findRatio", "mean divided by the tree's mean")
        .explain("findRatioP50", "median divided by the tree's median")
        .explain("ratio", "whole change divided by the tree's");
  }

  private static BenchColumn<RectanglesBenchRow> micros(
      String field, ToDoubleFunction<Times> cost, String header) {
    return column(field, 3, each -> each.cost(cost), header, 2);
  }

  private static BenchTable<Growth<RectanglesBenchRow>> growthTable() {
    return BenchTable.of(
        "exponents",
        "Growth: cost ~ reservations ^ exponent",
        Growth.label("elements", 0),
        Growth.label("structure", 1),
        Growth.partCost("find", row -> row.cost(t -> t.find().meanMicros())),
        Growth.partCost("add", row -> row.cost(t -> t.add().microsP50())),
        Growth.partCost("delete", row -> row.cost(t -> t.delete().microsP50())));
  }

  /** Returns the growth of each structure whose measurement was not aborted. */
  private static List<Growth<RectanglesBenchRow>> growths(List<RectanglesBenchRow> rows) {
    return Growth.known(
        rows.stream().filter(row -> row.records().isPresent()).toList(),
        row -> row.size().reservations(),
        row -> row.size().elements(),
        row -> row.structure().label);
  }
}
