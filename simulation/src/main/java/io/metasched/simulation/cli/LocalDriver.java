package io.metasched.simulation.cli;

import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.RunDriver;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.system.SystemEntry;
import org.jspecify.annotations.Nullable;

/** What drives runs in this JVM. */
final class LocalDriver implements ScenarioRun.DriverChoice {
  private final @Nullable String name;
  private final PolicyThreadsOption option;
  private int threads = 1;

  /**
   * @param name its name; null for the default of the system
   */
  LocalDriver(@Nullable String name, PolicyThreadsOption option) {
    this.name = name;
    this.option = option;
  }

  @Override
  public <R extends RunTables> RunDriver<R> open(SystemEntry<R> entry, ScenarioText text) {
    var chosen = name == null ? entry.drivers().get(0) : name;
    var driver = entry.driver(chosen);
    threads = option.threads(chosen.equals(EngineLoop.NAME));
    return driver;
  }

  @Override
  public int threads() {
    return threads;
  }
}
