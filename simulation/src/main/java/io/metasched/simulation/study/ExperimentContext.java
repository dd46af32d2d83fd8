package io.metasched.simulation.study;

import io.metasched.simulation.scenario.ScenarioSchema;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.scenario.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Under which conditions an experiment runs.
 *
 * @param settings {@code key=value}, over what the experiments' files say
 * @param nanoClock wall time in nanoseconds, for experiments that measure it
 * @param processorClock processor time of the current thread in nanoseconds
 * @param logs finds a log by its name; throws a {@link UsageException} where there is none
 * @param program what starts other JVMs, for experiments that need them
 */
public record ExperimentContext(
    List<String> settings,
    LongSupplier nanoClock,
    LongSupplier processorClock,
    Function<String, Path> logs,
    Optional<Program> program) {
  /**
   * The program as it is installed.
   *
   * @param version of the program
   * @param home where it is installed, if that is known
   * @param node the main class and the arguments of a JVM that runs {@code node} with options
   */
  public record Program(
      String version, Optional<Path> home, Function<List<String>, List<String>> node) {}

  public ExperimentContext {
    settings = List.copyOf(settings);
  }

  /** Conditions for experiments that read no logs, with one clock for both times. */
  public ExperimentContext(List<String> settings, LongSupplier nanoClock) {
    this(settings, nanoClock, ExperimentContext::noLog);
  }

  /** Conditions for experiments that start no JVMs. */
  public ExperimentContext(
      List<String> settings, LongSupplier nanoClock, Function<String, Path> logs) {
    this(settings, nanoClock, nanoClock, logs, Optional.empty());
  }

  private static Path noLog(String name) {
    throw new UsageException("experiment: there is no log '%s' here".formatted(name));
  }

  /** An environment of conf/experiments, by name, with the user's settings over it. */
  public ScenarioText environment(ScenarioSchema schema, String name) {
    var text = schema.packedExperiment(name);
    for (var setting : settings) {
      text = text.with(setting, "--set " + setting);
    }
    return text;
  }
}
