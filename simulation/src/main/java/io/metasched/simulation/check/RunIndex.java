package io.metasched.simulation.check;

import io.metasched.resource.model.JobId;
import io.metasched.simulation.result.CycleRow;
import io.metasched.simulation.result.JobRow;
import io.metasched.simulation.result.NodeRow;
import io.metasched.simulation.result.PlacementRow;
import io.metasched.simulation.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A run's rows by what they are about. Of two rows with one id the first counts. */
final class RunIndex {
  private final RunResult run;
  private final TreeMap<Integer, NodeRow> nodes = new TreeMap<>();
  private final TreeMap<JobId, JobRow> jobs = new TreeMap<>();
  private final TreeMap<JobId, List<PlacementRow>> placements = new TreeMap<>();
  private final TreeMap<Long, CycleRow> cyclesByTick = new TreeMap<>();

  /** A placement with its job and its node. */
  record Part(PlacementRow placement, JobRow job, NodeRow node) {
    String where() {
      return placed(placement);
    }
  }

  RunIndex(RunResult run) {
    this.run = run;
    run.nodes().forEach(row -> nodes.putIfAbsent(row.node().id(), row));
    run.jobs().forEach(row -> jobs.putIfAbsent(row.job().id(), row));
    run.cycles().forEach(row -> cyclesByTick.putIfAbsent(row.tick(), row));
    for (var row : run.placements()) {
      placements.computeIfAbsent(row.job(), job -> new ArrayList<>()).add(row);
    }
  }

  static String placed(PlacementRow placement) {
    return "job " + placement.job() + " on node " + placement.node(); // no format: asked for often
  }

  RunResult run() {
    return run;
  }

  @Nullable NodeRow node(int id) {
    return nodes.get(id);
  }

  @Nullable JobRow job(JobId id) {
    return jobs.get(id);
  }

  /** How many organizations there are; each has a row for each cycle. */
  int organizations() {
    return Math.max(1, run.header().organizations());
  }

  /** The cycle in that place of the file, which is to be its number: its first row. */
  @Nullable CycleRow cycle(int number) {
    var cycles = run.cycles();
    long row = (long) number * organizations();
    return row >= 0 && row < cycles.size() ? cycles.get((int) row) : null;
  }

  /** The last cycle whose snapshot was taken at that tick or before. */
  @Nullable CycleRow cycleBy(long tick) {
    var entry = cyclesByTick.floorEntry(tick);
    return entry == null ? null : entry.getValue();
  }

  /** The last cycle whose snapshot was taken before that tick. */
  @Nullable CycleRow cycleBefore(long tick) {
    var entry = cyclesByTick.lowerEntry(tick);
    return entry == null ? null : entry.getValue();
  }

  /** Each job once, by id. */
  Iterable<JobRow> jobs() {
    return jobs.values();
  }

  List<PlacementRow> placements(JobId job) {
    return placements.getOrDefault(job, List.of());
  }

  /** The placements whose job and node there are; the others are a matter of the rule window. */
  void forEachPart(Consumer<Part> action) {
    for (var placement : run.placements()) {
      var job = jobs.get(placement.job());
      var node = nodes.get(placement.node());
      if (job != null && node != null) {
        action.accept(new Part(placement, job, node));
      }
    }
  }
}
