package io.metasched.simulation.cli;

import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.simulation.input.InputException;
import io.metasched.simulation.system.Systems;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code metasched validate}: checks a scenario without running it. */
@Command(
    name = "validate",
    mixinStandardHelpOptions = true,
    description =
        "Checks a scenario and its files, with all options of simulate, and runs nothing; shows the"
            + " first ten faults of the files.")
final class ValidateCommand implements Callable<Integer> {
  @Mixin private ScenarioOptions scenarioOptions;

  @Option(names = "--print", description = "Prints every key with its effective value.")
  private boolean print;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    try {
      return validate();
    } catch (InputException wrong) {
      wrong.faults().forEach(fault -> Metasched.say(spec.commandLine(), fault));
      return ExitCode.BAD_USAGE;
    }
  }

  private int validate() {
    var text = scenarioOptions.text();
    var instance =
        Systems.of(text.schema()).system().read(text, scenarioOptions.inputs()).apply(text.seeds());
    var stdout = spec.commandLine().getOut();
    if (print) {
      stdout.print(text.render());
    } else {
      stdout.printf("%s is valid: policies %s%n", text.name(), instance.policies());
      instance.notes().forEach(stdout::println);
      instance
          .expected()
          .ifPresent(
              of ->
                  stdout.printf(
                      "With driver engine, it is expected to need %s; with driver actors,"
                          + " about twice that.%n",
                      of.words()));
    }
    stdout.flush();
    return ExitCode.DONE;
  }
}
