package io.metasched.simulation.study;

import io.metasched.simulation.scenario.ScenarioSchema;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.scenario.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Under which conditions an experiment runs.
 *
 * @param settings {@code key=value}, over what the experiments' files say
 * @param nanoClock wall time in nanoseconds, for experiments that measure it
 * @param logs finds a log by its name; throws a {@link UsageException} where there is none
 */
public record ExperimentContext(
    List<String> settings, LongSupplier nanoClock, Function<String, Path> logs) {
  public ExperimentContext {
    settings = List.copyOf(settings);
  }

  /** Conditions for experiments that read no logs. */
  public ExperimentContext(List<String> settings, LongSupplier nanoClock) {
    this(settings, nanoClock, ExperimentContext::noLog);
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
