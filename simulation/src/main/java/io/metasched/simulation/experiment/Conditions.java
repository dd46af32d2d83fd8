package io.metasched.simulation.experiment;

import io.metasched.simulation.config.ScenarioText;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Under which conditions an experiment runs.
 *
 * @param settings {@code key=value}, over what the experiments' files say
 * @param nanoClock wall time in nanoseconds, for experiments that measure it
 */
public record Conditions(List<String> settings, LongSupplier nanoClock) {
  public Conditions {
    settings = List.copyOf(settings);
  }

  /** An environment of conf/experiments, by name, with the user's settings over it. */
  public ScenarioText environment(String name) {
    var text = ScenarioText.packedExperiment(name);
    for (var setting : settings) {
      text = text.with(setting, "--set " + setting);
    }
    return text;
  }
}
