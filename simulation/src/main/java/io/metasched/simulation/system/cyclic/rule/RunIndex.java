package io.metasched.simulation.system.cyclic.rule;

import io.metasched.resource.model.JobId;
import io.metasched.simulation.system.cyclic.rows.CycleRow;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.JobRow;
import io.metasched.simulation.system.cyclic.rows.NodeRow;
import io.metasched.simulation.system.cyclic.rows.PlacementRow;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Index of a run's rows by key; each index is created on first use. If two rows have the same id,
 * the first one counts. Confined to one thread.
 */
final class RunIndex {
  private final CyclicRun run;
  private @Nullable NavigableMap<Integer, NodeRow> nodes;
  private @Nullable NavigableMap<JobId, JobRow> jobs;
  private @Nullable NavigableMap<JobId, List<PlacementRow>> placements;
  private @Nullable NavigableMap<Long, CycleRow> cyclesByTick;

  /** Placement with its job and its node. */
  record Part(PlacementRow placement, JobRow job, NodeRow node) {
    String where() {
      return placed(placement);
    }
  }

  RunIndex(CyclicRun run) {
    this.run = run;
  }

  private static <K, R> NavigableMap<K, R> index(List<R> rows, Function<R, K> key) {
    var index = new TreeMap<K, R>();
    rows.forEach(row -> index.putIfAbsent(key.apply(row), row));
    return index;
  }

  private NavigableMap<Integer, NodeRow> nodesById() {
    if (nodes == null) {
      nodes = index(run.nodes(), row -> row.node().id());
    }
    return nodes;
  }

  private NavigableMap<JobId, JobRow> jobsById() {
    if (jobs == null) {
      jobs = index(run.jobs(), row -> row.job().id());
    }
    return jobs;
  }

  private NavigableMap<Long, CycleRow> cyclesByTick() {
    if (cyclesByTick == null) {
      cyclesByTick = index(run.cycles(), CycleRow::tick);
    }
    return cyclesByTick;
  }

  static String placed(PlacementRow placement) {
    return "job " + placement.job() + " on node " + placement.node(); // concatenated for speed
  }

  CyclicRun run() {
    return run;
  }

  @Nullable NodeRow node(int id) {
    return nodesById().get(id);
  }

  @Nullable JobRow job(JobId id) {
    return jobsById().get(id);
  }

  /** Returns the number of organizations; each has a row for each cycle. */
  int organizations() {
    return Math.max(1, run.header().organizations());
  }

  /**
   * Returns the first row of a cycle, assuming that the file has all cycles in the order of their
   * numbers.
   */
  @Nullable CycleRow cycle(int number) {
    var cycles = run.cycles();
    long row = (long) number * organizations();
    return row >= 0 && row < cycles.size() ? cycles.get((int) row) : null;
  }

  /** Returns the last cycle whose snapshot was taken at the given tick or before. */
  @Nullable CycleRow cycleBy(long tick) {
    var entry = cyclesByTick().floorEntry(tick);
    return entry == null ? null : entry.getValue();
  }

  /** Returns the last cycle whose snapshot was taken before the given tick. */
  @Nullable CycleRow cycleBefore(long tick) {
    var entry = cyclesByTick().lowerEntry(tick);
    return entry == null ? null : entry.getValue();
  }

  /** Returns each job once, by id. */
  Iterable<JobRow> jobs() {
    return jobsById().values();
  }

  List<PlacementRow> placements(JobId job) {
    if (placements == null) {
      placements = new TreeMap<>();
      for (var row : run.placements()) {
        placements.computeIfAbsent(row.job(), id -> new ArrayList<>()).add(row);
      }
    }
    return placements.getOrDefault(job, List.of());
  }

  /**
   * Calls an action for each placement with an existing job and node; the rule {@code window}
   * reports other placements.
   */
  void forEachPart(Consumer<Part> action) {
    for (var placement : run.placements()) {
      var job = jobsById().get(placement.job());
      var node = nodesById().get(placement.node());
      if (job != null && node != null) {
        action.accept(new Part(placement, job, node));
      }
    }
  }
}
