package io.metasched.simulation.bench;

import io.metasched.simulation.engine.Progress;
import java.util.ArrayList;
import java.util.List;

/**
 * What the window searches cost by the number of slots: the exact searches, prepared as in a cycle,
 * beside the published ones and beside one pass over the slots.
 */
public final class WindowSearchBench {
  /** What it is called on the command line. */
  public static final String NAME = "search";

  private static final int NODES_FOR_WARMTH = 400;
  private static final int SEARCHES_FOR_WARMTH = 1000;

  private WindowSearchBench() {}

  /**
   * Measures.
   *
   * @param progress is told how far it has come
   */
  public static BenchReport run(WindowSearchBenchSize size, Progress progress) {
    long begun = System.nanoTime();
    if (size.searches() == 0) {
      var warmth = new WindowSearchBenchSize(List.of(), size.seconds(), SEARCHES_FOR_WARMTH);
      new WindowSearchMeasure(warmth, NODES_FOR_WARMTH).rows();
    }
    var rows = new ArrayList<WindowSearchRow>();
    var faults = new ArrayList<String>();
    var nodes = size.nodes();
    for (int i = 0; i < nodes.size() && faults.isEmpty(); i++) {
      progress.advanced("nodes", i, nodes.size());
      var measure = new WindowSearchMeasure(size, nodes.get(i));
      rows.addAll(measure.rows());
      faults.addAll(measure.faults());
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    return new BenchReport(
        WindowSearchReport.json(NAME, rows, seconds), WindowSearchReport.tables(rows), faults);
  }
}
