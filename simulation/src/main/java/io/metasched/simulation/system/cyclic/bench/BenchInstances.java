package io.metasched.simulation.system.cyclic.bench;

import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.system.cyclic.CyclicInstance;
import io.metasched.simulation.system.cyclic.InstanceFactory;
import io.metasched.simulation.system.cyclic.Scenario;

/** Instances for benches, which generate all jobs. */
final class BenchInstances {
  private BenchInstances() {}

  /**
   * The instance of a scenario.
   *
   * @throws UsageException when its jobs come from a log
   */
  static CyclicInstance of(Scenario scenario) {
    return InstanceFactory.of(
        scenario,
        log -> {
          throw new UsageException("a bench takes no jobs from a log: " + log);
        });
  }
}
