package io.metasched.simulation.bench;

import io.metasched.simulation.engine.Progress;
import java.util.ArrayList;
import java.util.List;

/**
 * What a whole cycle costs: alternatives, choice and booking, by the numbers of jobs and nodes,
 * with the exact searches beside the published ones.
 */
public final class CycleBench {
  /** What it is called on the command line. */
  public static final String NAME = "cycle";

  private static final int NODES_FOR_WARMTH = 100;
  private static final int JOBS_FOR_WARMTH = 20;

  private CycleBench() {}

  /**
   * Measures.
   *
   * @param progress is told how far it has come
   */
  public static BenchReport run(CycleBenchSize size, Progress progress) {
    long begun = System.nanoTime();
    var warmth = new CycleMeasure(size, NODES_FOR_WARMTH, JOBS_FOR_WARMTH);
    warmth.rows();
    warmth.gatherings();
    var rows = new ArrayList<CycleRow>();
    var gatherings = new ArrayList<GatherRow>();
    var faults = new ArrayList<>(warmth.faults());
    int expected = size.nodes().size() * size.jobs().size();
    int done = 0;
    for (int nodes : size.nodes()) {
      for (int jobs : size.jobs()) {
        progress.advanced("cycles", done++, expected);
        measure(new CycleMeasure(size, nodes, jobs), rows, gatherings, faults);
      }
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    return new BenchReport(
        CycleReport.json(NAME, rows, gatherings, seconds),
        CycleReport.tables(rows, gatherings),
        faults);
  }

  private static void measure(
      CycleMeasure measure, List<CycleRow> rows, List<GatherRow> gatherings, List<String> faults) {
    rows.addAll(measure.rows());
    gatherings.addAll(measure.gatherings());
    faults.addAll(measure.faults());
  }
}
