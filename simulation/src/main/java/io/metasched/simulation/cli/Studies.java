package io.metasched.simulation.cli;

import io.metasched.simulation.driver.study.LoadedStudy;
import io.metasched.simulation.driver.study.StudySpec;
import io.metasched.simulation.scenario.Inputs;
import io.metasched.simulation.scenario.Plugins;
import io.metasched.simulation.scenario.ReadTraces;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Sweep;
import io.metasched.simulation.system.Experiments;
import io.metasched.simulation.system.Systems;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** Loader of the program's studies in a JVM that runs their replications. */
final class Studies {
  private Studies() {}

  /** Loads a study; see {@link LoadedStudy.Loader}. */
  static LoadedStudy load(StudySpec spec, Function<String, Path> logs, List<Path> plugins) {
    if (spec.study().equals(CompareSystemsCommand.NAME)) {
      return CompareSystemsCommand.load(spec.settings(), logs);
    }
    var context = new ExperimentContext(spec.settings(), System::nanoTime, logs);
    var experiment =
        spec.study().equals(Sweep.NAME)
            ? sweep(spec.scenario(), logs, plugins)
            : Experiments.named(spec.study());
    return loaded(experiment, context);
  }

  static LoadedStudy loaded(Experiment experiment, ExperimentContext context) {
    return new LoadedStudy(experiment.replicable(context), experiment.observed());
  }

  private static Experiment sweep(
      StudySpec.Scenario scenario, Function<String, Path> logs, List<Path> plugins) {
    var text = Systems.SCENARIOS.ofText(scenario.text(), scenario.name(), scenario.name());
    var inputs = new Inputs(Plugins.of(plugins).policies(), logs, new ReadTraces());
    return Sweep.of(Systems.of(text.schema()).system(), text, scenario.over(), inputs);
  }
}
