package io.metasched.lab.bench.cyclic;

import static io.metasched.lab.bench.BenchColumn.column;

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
 * Benchmark of the choice of a combination by the number of jobs: the exact choice in comparison
 * with the published recursion on its grid, for first-fit alternatives found on 20 nodes per job.
 */
public final class ChoiceBench extends Bench {
  private final BenchParameter jobs =
      numbers(
          "--jobs",
          "Numbers of jobs, with 14 alternatives each",
          2,
          5000,
          List.of(5, 10),
          List.of(20, 100, 300, 1000));

  private static final int DIGITS = 6;
  private static final double MILLI = 1e-3;

  @Mixin private SecondsOption seconds = new SecondsOption(1);

  public ChoiceBench() {
    super(
        "dp",
        "the choice of a combination: exact, compared with the published recursion on its grid");
  }

  @Override
  public List<BenchTable<?>> tables() {
    return List.of(table(), growthTable());
  }

  @Override
  protected void measure(BenchContext context, BenchRun run) {
    var counts = context.values(jobs);
    var jmh = Jmh.of(context, seconds).dividedBy(2);
    var measure = new ChoiceMeasure(jmh, run.faults());
    var rows = run.measure("jobs", counts, measure::rows);
    run.add(table(), rows);
    run.add(growthTable(), Growth.of(rows, ChoiceRow::jobs, row -> row.goal().registryName()));
  }

  private static BenchTable<ChoiceRow> table() {
    return BenchTable.of(
            "rows",
            "Choices of a combination (milliseconds; a dash: the grid is too large)",
            column("jobs", ChoiceRow::jobs),
            column("goal", row -> row.goal().registryName()),
            column("offers", ChoiceRow::offers),
            column("gridCells", ChoiceRow::gridCells, "cells"),
            column("recursionSeconds", DIGITS, ChoiceRow::recursionSeconds, "recursion", MILLI, 2),
            column("recursionMegabytes", 3, ChoiceRow::recursionMegabytes, "MB", 1),
            column("exactSeconds", DIGITS, ChoiceRow::exactSeconds, "exact", MILLI, 2),
            column("exactMegabytes", 3, ChoiceRow::exactMegabytes, "MB", 1),
            column("proven", ChoiceRow::proven),
            column("speedup", 3, ChoiceRow::speedup, "speedup", 2))
        .explain("recursionMegabytes", "allocated")
        .explain("exactMegabytes", "allocated");
  }

  private static BenchTable<Growth<ChoiceRow>> growthTable() {
    return BenchTable.of(
        "exponents",
        "Growth: time ~ jobs ^ exponent",
        Growth.label("goal", 0),
        Growth.partCost("recursion", ChoiceRow::recursionSeconds),
        Growth.cost("exact", ChoiceRow::exactSeconds));
  }
}
