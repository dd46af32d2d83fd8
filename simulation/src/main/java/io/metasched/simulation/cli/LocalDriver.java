package io.metasched.simulation.cli;

import io.metasched.metascheduler.program.Metasched;
import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.RunDriver;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.system.SystemEntry;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Choice of the driver of runs in this JVM. */
final class LocalDriver implements ScenarioRun.DriverChoice {
  private final @Nullable String name;
  private final RunSizeOptions options;
  private int threads = 1;

  /**
   * @param name name of the driver; null for the default of the system
   */
  LocalDriver(@Nullable String name, RunSizeOptions options) {
    this.name = name;
    this.options = options;
  }

  private String chosen(SystemEntry<?> entry) {
    return name == null ? entry.drivers().get(0) : name;
  }

  @Override
  public void prepare(SystemEntry<?> entry, Instance<?> instance, CommandLine commandLine) {
    boolean isEngine = chosen(entry).equals(EngineLoop.NAME);
    var expected = instance.expected().map(of -> isEngine ? of : of.throughActors());
    long memory = Runtime.getRuntime().maxMemory();
    expected.ifPresent(
        of -> options.check(of, memory).ifPresent(words -> Metasched.say(commandLine, words)));
    threads = options.threads(isEngine, expected, memory);
  }

  @Override
  public <R extends RunTables> RunDriver<R> open(SystemEntry<R> entry, ScenarioText text) {
    return entry.driver(chosen(entry));
  }

  @Override
  public int threads() {
    return threads;
  }
}
