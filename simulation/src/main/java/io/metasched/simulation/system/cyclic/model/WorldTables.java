package io.metasched.simulation.system.cyclic.model;

import io.metasched.simulation.input.InputTable;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.system.cyclic.CyclicInstance;
import io.metasched.simulation.system.cyclic.environment.ResourceTables;
import io.metasched.simulation.workload.JobTables;

/** Conversion of an instance's nodes, jobs and users into tables in the format of user input. */
public final class WorldTables {
  private WorldTables() {}

  /**
   * Returns the table of the given kind.
   *
   * @param untilTicks time from which no local jobs are needed; -1 for the end of the run
   */
  public static InputTable<?> of(CyclicInstance instance, InputTable.Kind kind, long untilTicks) {
    var environment = instance.environment();
    return switch (kind) {
      case NODES -> ResourceTables.nodes(environment);
      case JOBS -> JobTables.of(instance.workload(), instance.participants());
      case LOCAL -> {
        var rules = instance.rules();
        long until = untilTicks < 0 ? lastTick(rules) : untilTicks;
        yield ResourceTables.local(environment, rules.horizonTicks(), until);
      }
    };
  }

  /** Returns the end of the last cycle's horizon, after which there are no events. */
  private static long lastTick(FlowRules rules) {
    if (rules.runsUntilDone()) {
      throw new UsageException(
          "--until: is needed, because the run lasts until all jobs are done (time.cycles ="
              + " until-done)");
    }
    return (rules.cycles() - 1) * rules.periodTicks() + rules.horizonTicks();
  }
}
