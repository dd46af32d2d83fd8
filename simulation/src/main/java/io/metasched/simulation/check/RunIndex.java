package io.metasched.simulation.check;

import io.metasched.resource.model.JobId;
import io.metasched.simulation.result.JobRow;
import io.metasched.simulation.result.NodeRow;
import io.metasched.simulation.result.PlacementRow;
import io.metasched.simulation.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A run's rows by what they are about. Of two rows with one id the first counts. */
final class RunIndex {
  private final RunResult run;
  private final TreeMap<Integer, NodeRow> nodes = new TreeMap<>();
  private final TreeMap<JobId, JobRow> jobs = new TreeMap<>();
  private final TreeMap<JobId, List<PlacementRow>> placements = new TreeMap<>();

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
    for (var row : run.placements()) {
      placements.computeIfAbsent(row.job(), job -> new ArrayList<>()).add(row);
    }
  }

  static String placed(PlacementRow placement) {
    return "job %s on node %d".formatted(placement.job(), placement.node());
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

  /** Each job once, by id. */
  Iterable<JobRow> jobs() {
    return jobs.values();
  }

  /** How many jobs there are. */
  int jobCount() {
    return jobs.size();
  }

  List<PlacementRow> placements(JobId job) {
    return placements.getOrDefault(job, List.of());
  }

  /** The placements whose job and node there are; the others are a matter of the rule window. */
  void forEachPart(BiConsumer<Part, String> action) {
    for (var placement : run.placements()) {
      var job = jobs.get(placement.job());
      var node = nodes.get(placement.node());
      if (job != null && node != null) {
        var part = new Part(placement, job, node);
        action.accept(part, part.where());
      }
    }
  }
}
