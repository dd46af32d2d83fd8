package io.metasched.lab.bench.cyclic;

import io.metasched.metascheduler.model.EnumLabel;
import io.metasched.simulation.scenario.ScenarioText;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Size of the measurements of {@link ScalingBench}.
 *
 * @param scenario scenario with the properties of nodes, load and jobs
 * @param policy policy of the runs
 * @param jvms numbers of JVMs, ascending; the last one is the maximum
 * @param works work for the maximum number of JVMs
 * @param cycles number of measured cycles, after one as warm-up
 * @param searches number of searches of each row over several JVMs, each in its own session
 * @param replications number of replications of the studies
 * @param strongAlone whether only equal work on more JVMs is measured
 */
record ScalingBenchSize(
    ScenarioText scenario,
    String policy,
    List<Integer> jvms,
    List<Work> works,
    int cycles,
    int searches,
    int replications,
    boolean strongAlone) {

  /** Work of a run: jobs in each cycle, on nodes in domains. */
  record Work(int nodes, int domains, int jobs) {
    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%,d nodes, %,d domains, %,d jobs", nodes, domains, jobs);
    }
  }

  /** Driver of a run: the engine or actors in the calling JVM, or actors in several other JVMs. */
  enum Driver {
    ENGINE,
    ACTORS,
    CLUSTER;

    /** Returns the name in tables and files. */
    String label() {
      return EnumLabel.of(this);
    }
  }

  /** Work for a number of JVMs. */
  record Setting(Driver driver, int jvms, Work work) {}

  ScalingBenchSize {
    jvms = jvms.stream().sorted().distinct().toList();
    works = works.stream().distinct().toList();
  }

  /** Returns equal work for each number of JVMs. */
  List<Setting> strong(Work work) {
    return jvms.stream().flatMap(n -> settings(n, work)).toList();
  }

  /**
   * Returns work that grows with the number of JVMs, up to the given work for the maximum number.
   */
  List<Setting> weak(Work work) {
    if (strongAlone || jvms.size() == 1) {
      return List.of();
    }
    int most = jvms.get(jvms.size() - 1);
    return jvms.stream().flatMap(n -> settings(n, share(work, n, most))).toList();
  }

  private static Work share(Work work, long n, int most) {
    return new Work(
        (int) (work.nodes() * n / most),
        (int) (work.domains() * n / most),
        (int) (work.jobs() * n / most));
  }

  private static Stream<Setting> settings(int jvms, Work work) {
    return jvms > 1
        ? Stream.of(new Setting(Driver.CLUSTER, jvms, work))
        : Stream.of(new Setting(Driver.ENGINE, 1, work), new Setting(Driver.ACTORS, 1, work));
  }
}
