package io.metasched.simulation.system.cyclic.bench;

import io.metasched.simulation.scenario.ScenarioText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * How much {@link ScalingBench} measures.
 *
 * @param scenario what nodes, load and jobs are like
 * @param jvms numbers of JVMs, in the order in which they are measured; the last one is the most
 * @param work the fixed work
 * @param cycles how many cycles are measured, behind one for warmth
 * @param searches how many searches each row has, each in a session of its own
 * @param strongAlone whether only the same work is measured over more JVMs
 */
record ScalingBenchSize(
    ScenarioText scenario,
    List<Integer> jvms,
    Work work,
    int cycles,
    int searches,
    boolean strongAlone) {
  private static final int JVMS_OF_SPREADS = 2;

  /** What is done: jobs in each cycle, on nodes in domains. */
  record Work(int nodes, int domains, int jobs) {}

  /** Some work for some JVMs. */
  record Setting(int jvms, Work work) {}

  ScalingBenchSize {
    jvms = jvms.stream().sorted().distinct().toList();
  }

  /** The same work for each number of JVMs. */
  List<Setting> strong() {
    return jvms.stream().map(n -> new Setting(n, work)).toList();
  }

  /** Work that grows with the JVMs, up to the fixed work for the most of them. */
  List<Setting> weak() {
    if (strongAlone) {
      return List.of();
    }
    int most = jvms.get(jvms.size() - 1);
    return jvms.stream()
        .map(
            n ->
                new Setting(
                    n,
                    new Work(
                        work.nodes() * n / most,
                        work.domains() * n / most,
                        work.jobs() * n / most)))
        .toList();
  }

  /** The same nodes in a tenth, half, all and twice the domains, over two JVMs. */
  List<Setting> spreads() {
    if (strongAlone) {
      return List.of();
    }
    var counts = new LinkedHashSet<Integer>();
    for (int count :
        List.of(work.domains() / 10, work.domains() / 2, work.domains(), 2 * work.domains())) {
      counts.add(Math.max(1, count));
    }
    var spreads = new ArrayList<Setting>();
    for (int domains : counts) {
      spreads.add(new Setting(JVMS_OF_SPREADS, new Work(work.nodes(), domains, work.jobs())));
    }
    return spreads;
  }
}
