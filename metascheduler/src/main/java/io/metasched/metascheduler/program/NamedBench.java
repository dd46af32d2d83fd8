package io.metasched.metascheduler.program;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code metasched bench NAME}: the options that all benches have, and how they print. */
@Command(mixinStandardHelpOptions = true)
public abstract class NamedBench implements Callable<Integer> {
  @Option(names = "--quick", description = "Measures next to nothing: shows that it works.")
  private boolean isQuick;

  @Option(names = "--json", description = "Prints one JSON object instead of tables.")
  private boolean json;

  @Spec private CommandSpec spec;

  /** Returns the command of this bench. */
  protected final CommandSpec command(String name, String description) {
    var command = CommandSpec.forAnnotatedObject(this).name(name);
    command.usageMessage().description(description);
    return command;
  }

  /** Whether it measures next to nothing. */
  protected final boolean isQuick() {
    return isQuick;
  }

  /** Returns the command line that runs it. */
  protected final CommandLine commandLine() {
    return spec.commandLine();
  }

  /**
   * Prints what was measured.
   *
   * @param object in JSON
   * @param tables the same for people, with their line ends
   * @param faults differences from the baseline
   * @return the exit code
   */
  protected final int print(String object, String tables, List<String> faults) {
    var stdout = commandLine().getOut();
    stdout.print(json ? object + System.lineSeparator() : tables);
    stdout.flush();
    faults.forEach(fault -> Metasched.say(commandLine(), fault));
    return faults.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
  }
}
