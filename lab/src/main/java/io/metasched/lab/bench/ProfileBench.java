package io.metasched.lab.bench;

import static io.metasched.lab.bench.BenchColumn.column;

import java.util.List;
import picocli.CommandLine.Mixin;

/**
 * Bench of structures for free capacity over time, by the number of reservations. It compares the
 * tree with two structures of the hierarchical reservation paper: the linear walk and fixed slots.
 */
public final class ProfileBench extends Bench {
  private final BenchParameter reservations =
      numbers(
          "--reservations",
          "Numbers of reservations",
          100,
          10_000_000,
          List.of(1000),
          List.of(1000, 10_000, 100_000, 1_000_000));

  @Mixin private SecondsOption seconds = new SecondsOption(3);

  public ProfileBench() {
    super(
        "profile",
        "reservations in the capacity profile, compared with a linear walk and fixed slots");
  }

  @Override
  public List<BenchTable<?>> tables() {
    return List.of(table(), growthTable());
  }

  @Override
  protected void measure(BenchContext context, BenchRun run) {
    var counts = context.values(reservations);
    var jmh = Jmh.of(context, seconds);
    run.put("processors", ScatteredRequests.PROCESSORS);
    var rows =
        run.measure(
            "reservations", counts, count -> new ProfileMeasure(jmh, count, run.faults()).rows());
    run.add(table(), rows);
    run.add(
        growthTable(), Growth.known(rows, ProfileRow::reservations, row -> row.structure().label));
  }

  private static BenchTable<ProfileRow> table() {
    return BenchTable.of(
            "rows",
            "Reservations on %d processors (microseconds)".formatted(ScatteredRequests.PROCESSORS),
            column("reservations", ProfileRow::reservations),
            column("structure", row -> row.structure().label),
            column("entries", ProfileRow::entries),
            column("changes", ProfileRow::changes),
            column("buildMillis", 3, ProfileRow::buildMillis, "build ms", 2),
            column("addsPerSecond", row -> Math.round(row.addsPerSecond()), "adds/s"),
            column("holdMicrosP50", 3, ProfileRow::holdMicrosP50, "hold p50", 2),
            column("fitMicrosP50", 3, ProfileRow::fitMicrosP50, "fit p50", 2),
            column("fitMicrosP99", 3, ProfileRow::fitMicrosP99, "p99", 2),
            column("wholeFitMicrosP50", 3, ProfileRow::wholeFitMicrosP50, "whole fit p50", 2),
            column("releaseMicrosP50", 3, ProfileRow::releaseMicrosP50, "release p50", 2),
            column("releaseMicrosP99", 3, ProfileRow::releaseMicrosP99, "p99", 2))
        .explain("changes", "measured");
  }

  private static BenchTable<Growth<ProfileRow>> growthTable() {
    return BenchTable.keyed(
        "exponents",
        "Growth: cost ~ reservations ^ exponent",
        Growth.label("structure", 0),
        Growth.cost("build", ProfileRow::buildMillis),
        Growth.cost("add", ProfileRow::addMicros),
        Growth.cost("fit", ProfileRow::fitMicrosP50),
        Growth.cost("wholeFit", ProfileRow::wholeFitMicrosP50),
        Growth.cost("release", ProfileRow::releaseMicrosP50));
  }
}
