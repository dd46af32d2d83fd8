package io.metasched.simulation.bench;

import io.metasched.simulation.bench.ScalingBenchSize.Setting;
import io.metasched.simulation.cluster.config.ClusterSettings;
import io.metasched.simulation.engine.Progress;
import java.util.ArrayList;
import java.util.List;

/**
 * How runs scale with JVMs: the same work over more of them, work that grows with them, and the
 * same nodes in more domains; and what is to be expected of hosts of their own.
 */
public final class ScalingBench {
  /** What it is called on the command line. */
  public static final String NAME = "scaling";

  private ScalingBench() {}

  /** How a JVM of the cluster is started. */
  @FunctionalInterface
  public interface Nodes {
    /**
     * The main class and the arguments of a JVM.
     *
     * @param number from 1
     * @param place of a member that it joins through
     */
    List<String> arguments(int number, String place);
  }

  /**
   * Measures.
   *
   * @param version of the program
   * @param progress is told how far it has come
   */
  public static BenchReport run(
      ScalingBenchSize size,
      String version,
      ClusterSettings settings,
      Nodes nodes,
      Progress progress) {
    long begun = System.nanoTime();
    var clusters = new ScalingMeasure.Clusters(version, settings, nodes);
    var measure = new ScalingMeasure(size, clusters);
    var strong = rows("strong", size.strong(), measure, progress);
    var weak = rows("weak", size.weak(), measure, progress);
    var spreads = rows("domains", size.spreads(), measure, progress);
    var numbers = new ScalingReport.Numbers(size, strong, weak, spreads, measure.rows());
    double seconds = (System.nanoTime() - begun) / 1e9;
    return new BenchReport(
        ScalingReport.json(NAME, numbers, seconds),
        ScalingReport.tables(numbers),
        measure.faults());
  }

  private static List<ScalingRow> rows(
      String kind, List<Setting> settings, ScalingMeasure measure, Progress progress) {
    var rows = new ArrayList<ScalingRow>();
    for (var setting : settings) {
      progress.advanced(kind, rows.size(), settings.size());
      rows.add(measure.row(setting));
    }
    return rows;
  }
}
