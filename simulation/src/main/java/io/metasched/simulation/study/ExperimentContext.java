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
 * Conditions under which an experiment runs.
 *
 * @param settings {@code key=value}, which override the experiments' files
 * @param nanoClock wall time in nanoseconds, for experiments that measure it
 * @param processorClock processor time of the current thread in nanoseconds
 * @param logs finds a log by its name; throws a {@link UsageException} if there is none
 * @param program starter of other JVMs, for experiments that need them
 */
public record ExperimentContext(
    List<String> settings,
    LongSupplier nanoClock,
    LongSupplier processorClock,
    Function<String, Path> logs,
    Optional<Program> program) {
  /**
   * Installed program.
   *
   * @param version version of the program
   * @param home folder of its installation, if known
   * @param node function of the options of {@code node} to the main class and the arguments of a
   *     JVM
   */
  public record Program(
      String version, Optional<Path> home, Function<List<String>, List<String>> node) {}

  public ExperimentContext {
    settings = List.copyOf(settings);
  }

  /** Creates conditions for experiments that do not read logs, with one clock for both times. */
  public ExperimentContext(List<String> settings, LongSupplier nanoClock) {
    this(settings, nanoClock, ExperimentContext::noLog);
  }

  /** Creates conditions for experiments that do not start JVMs. */
  public ExperimentContext(
      List<String> settings, LongSupplier nanoClock, Function<String, Path> logs) {
    this(settings, nanoClock, nanoClock, logs, Optional.empty());
  }

  private static Path noLog(String name) {
    throw new UsageException("experiment: there is no log '%s' here".formatted(name));
  }

  /** Returns an environment of conf/experiments, by name, overridden by the user's settings. */
  public ScenarioText environment(ScenarioSchema schema, String name) {
    var text = schema.packedExperiment(name);
    for (var setting : settings) {
      text = text.with(setting, "--set " + setting);
    }
    return text;
  }
}
