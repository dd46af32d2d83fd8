package io.metasched.simulation.system.cyclic.bench;

import io.metasched.simulation.scenario.ScenarioText;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How much {@link ScalingBench} measures.
 *
 * @param scenario what nodes, load and jobs are like
 * @param policy the one that runs
 * @param jvms numbers of JVMs, ascending; the last one is the most
 * @param works the work for the most JVMs
 * @param cycles how many cycles are measured, behind one for warmth
 * @param searches how many searches each row over several JVMs has, each in a session of its own
 * @param replications of the studies
 * @param strongAlone whether only the same work is measured over more JVMs
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

  /** What is done: jobs in each cycle, on nodes in domains. */
  record Work(int nodes, int domains, int jobs) {
    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%,d nodes, %,d domains, %,d jobs", nodes, domains, jobs);
    }
  }

  /** What runs it: one JVM, the calling one, by either driver, or several others. */
  enum Driver {
    ENGINE,
    ACTORS,
    CLUSTER;

    /** As tables and files have it. */
    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Some work for some JVMs. */
  record Setting(Driver driver, int jvms, Work work) {}

  ScalingBenchSize {
    jvms = jvms.stream().sorted().distinct().toList();
    works = works.stream().distinct().toList();
  }

  /** The same work for each number of JVMs. */
  List<Setting> strong(Work work) {
    return jvms.stream().flatMap(n -> settings(n, work)).toList();
  }

  /** Work that grows with the JVMs, up to the work for the most of them. */
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
