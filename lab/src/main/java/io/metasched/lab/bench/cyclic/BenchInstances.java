package io.metasched.lab.bench.cyclic;

import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.system.cyclic.CyclicInstance;
import io.metasched.simulation.system.cyclic.model.InstanceFactory;
import io.metasched.simulation.system.cyclic.model.Scenario;

/** Instances for benchmarks, with generated jobs only. */
final class BenchInstances {
  private BenchInstances() {}

  /**
   * Creates the instance of a scenario.
   *
   * @throws UsageException if its jobs come from a log
   */
  static CyclicInstance of(Scenario scenario) {
    return InstanceFactory.of(
        scenario,
        log -> {
          throw new UsageException("a bench takes no jobs from a log: " + log);
        });
  }
}
