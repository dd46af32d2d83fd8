package io.metasched.lab.bench.cyclic;

import static io.metasched.lab.bench.BenchColumn.column;
import static io.metasched.lab.bench.BenchColumn.hidden;

import io.metasched.lab.bench.Bench;
import io.metasched.lab.bench.BenchContext;
import io.metasched.lab.bench.BenchParameter;
import io.metasched.lab.bench.BenchRun;
import io.metasched.lab.bench.BenchTable;
import io.metasched.lab.bench.SecondsOption;
import io.metasched.lab.bench.StoppingRule;
import java.util.Collections;
import java.util.List;
import picocli.CommandLine.Mixin;

/**
 * Benchmark of the costs of actors: searches distributed over domains in comparison with searches
 * in one table, and whole runs in comparison with the engine.
 */
public final class ActorsBench extends Bench {
  private static final int MOST_NODES = 200_000;

  private final BenchParameter nodes =
      numbers(
          "--nodes", "Numbers of nodes", 1, MOST_NODES, List.of(100), List.of(100, 1000, 10_000));

  private final BenchParameter domains =
      numbers(
          "--domains",
          "Numbers of domains over which the nodes are spread; by default only numbers with at"
              + " least 10 nodes per domain",
          1,
          MOST_NODES,
          List.of(1, 4),
          List.of(1, 4, 10, 100));

  private final BenchParameter searches =
      number(
          "--searches",
          "Number of searches of each row, instead of a time; 0 for as many as the time allows",
          0,
          10_000_000,
          40,
          0);

  private final BenchParameter cycles =
      number("--cycles", "Cycles of the measured runs; 0 for no runs", 0, 100_000, 2, 50);

  @Mixin private SecondsOption seconds = new SecondsOption(3);

  public ActorsBench() {
    super(
        "actors",
        "searches over domains and whole runs through actors, compared with one table and the"
            + " engine");
  }

  @Override
  public List<BenchTable<?>> tables() {
    return List.of(searchTable(), runTable());
  }

  @Override
  protected void measure(BenchContext context, BenchRun run) {
    var size = size(context);
    var rows =
        run.measure(
            "searches",
            size.spreads(),
            spread -> new SearchMeasure(size, spread, run.faults()).rows());
    // of the searches, the text shows only the rows of searches by all criteria together
    var mixed = rows.stream().filter(row -> row.criterion().equals(SearchRow.MIXED)).toList();
    run.add(searchTable(), rows, mixed);
    run.add(runTable(), runs(size, run));
  }

  private static BenchTable<SearchRow> searchTable() {
    return BenchTable.of(
            "searches",
            "Searches over domains (microseconds), and the same searches in one table of all slots",
            column("nodes", row -> row.spread().nodes()),
            column("domains", row -> row.spread().domains()),
            column("slots", SearchRow::slots),
            column("spare", SearchRow::spare),
            hidden("criterion", 0, SearchRow::criterion),
            column("searches", SearchRow::searches),
            column("searchesPerSecond", 1, SearchRow::searchesPerSecond, "per second", 0),
            column("p50Micros", 1, SearchRow::p50Micros, "p50", 0),
            column("p99Micros", 1, SearchRow::p99Micros, "p99", 0),
            column("mergedP50Micros", 1, SearchRow::mergedP50Micros, "one table p50", 0),
            column("mergedP99Micros", 1, SearchRow::mergedP99Micros, "p99", 0),
            column("ratio", 3, SearchRow::ratio, "ratio", 1),
            column("slotsShipped", 1, SearchRow::slotsShipped, "slots sent", 1),
            column("openP50Micros", 1, SearchRow::openP50Micros, "opening p50", 0),
            column("openP99Micros", 1, SearchRow::openP99Micros, "p99", 0))
        .explain("criterion", "`mixed`, or one criterion")
        .explain("searches", "measured")
        .explain("mergedP50Micros", "one table")
        .explain("mergedP99Micros", "one table")
        .explain("ratio", "ratio of the medians")
        .explain("slotsShipped", "mean");
  }

  private static BenchTable<RunRow> runTable() {
    return BenchTable.of(
            "runs",
            "Runs (seconds), and messages of searches per booked job",
            column("policy", RunRow::policy),
            column("engineSeconds", 3, RunRow::engineSeconds, "engine", 3),
            column("actorsSeconds", 3, RunRow::actorsSeconds, "actors", 3),
            column("ratio", 3, RunRow::ratio, "ratio", 2),
            column("messagesPerPlacedJob", 3, RunRow::messagesPerPlacedJob, "messages", 1),
            column("bound", 3, RunRow::bound, "at most", 1),
            column(
                "moveMessagesPerPlacedJob", 3, RunRow::moveMessagesPerPlacedJob, "to move jobs", 1))
        .explain("engineSeconds", "median")
        .explain("actorsSeconds", "median")
        .explain("messagesPerPlacedJob", "of searches that plan")
        .explain(
            "bound",
            "2 x domains x (alternatives found + one failed search for each job of each batch), per"
                + " booked job")
        .explain("moveMessagesPerPlacedJob", "of searches that move booked jobs");
  }

  private ActorsBenchSize size(BenchContext context) {
    var counts = context.values(nodes);
    boolean isSparse = !domains.isGiven();
    var spreads = context.values(isSparse ? domains : domains.upTo(Collections.min(counts)));
    var rule = new StoppingRule(seconds.value(), context.value(searches));
    return new ActorsBenchSize(
        context.scenario("default"),
        counts,
        spreads,
        isSparse,
        rule,
        context.value(cycles),
        context.isQuick() ? 1 : 5);
  }

  private static List<RunRow> runs(ActorsBenchSize size, BenchRun run) {
    if (size.cycles() == 0 || !run.faults().isEmpty()) {
      return List.of();
    }
    try (var measure = new RunMeasure(size, run.faults())) {
      return run.measure("runs", measure.policies(), policy -> List.of(measure.row(policy)));
    }
  }
}
