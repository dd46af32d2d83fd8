package io.metasched.simulation.cli;

import io.metasched.simulation.config.ScenarioText;
import io.metasched.simulation.run.CountableWorlds;
import io.metasched.simulation.run.TwoLevelJobs;
import io.metasched.simulation.scenario.JobSource;
import io.metasched.simulation.scenario.Scenario;
import io.metasched.simulation.scenario.TwoLevelScenario;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code metasched validate}: reads a scenario and runs nothing. */
@Command(
    name = "validate",
    mixinStandardHelpOptions = true,
    description = "Checks a scenario, with all options of simulate, and runs nothing.")
final class ValidateCommand implements Callable<Integer> {
  @Mixin private ScenarioOptions scenarioOptions;

  @Option(names = "--print", description = "Prints every key with its value in force.")
  private boolean print;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    var text = scenarioOptions.text();
    var policies =
        switch (text.kind()) {
          case CYCLIC -> cyclic(text);
          case TWO_LEVEL -> twoLevel(text);
        };
    var stdout = spec.commandLine().getOut();
    if (print) {
      stdout.print(text.render());
    } else {
      stdout.printf("%s is valid: policies %s%n", text.name(), policies);
    }
    stdout.flush();
    return Metasched.DONE;
  }

  private List<String> cyclic(ScenarioText text) {
    var scenario = scenarioOptions.read(text);
    if (scenario.jobs() instanceof JobSource.Synthetic) {
      CountableWorlds.of(scenario, scenarioOptions.logs()::find);
    }
    return scenario.policies().stream().map(Scenario.NamedPolicy::name).toList();
  }

  private List<String> twoLevel(ScenarioText text) {
    var scenario = scenarioOptions.readTwoLevel(text);
    if (scenario.jobs() instanceof TwoLevelScenario.Synthetic) {
      TwoLevelJobs.of(scenario, scenarioOptions.logs()::find);
    }
    return scenario.policies().stream().map(TwoLevelScenario.NamedSetting::policy).toList();
  }
}
