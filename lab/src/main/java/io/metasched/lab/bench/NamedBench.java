package io.metasched.lab.bench;

import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.Metasched;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code metasched bench NAME}: base of all benches, with their common options and output. */
@Command(mixinStandardHelpOptions = true)
public abstract class NamedBench implements Callable<Integer> {
  @Option(
      names = "--quick",
      description = "Measures only a few small cases, as a test of the" + " bench.")
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

  /** Returns whether the bench only checks that it runs, with minimal measurements. */
  protected final boolean isQuick() {
    return isQuick;
  }

  /** Returns the command line that runs the bench. */
  protected final CommandLine commandLine() {
    return spec.commandLine();
  }

  /**
   * Prints the measurements.
   *
   * @param object measurements in JSON
   * @param tables measurements as tables for the terminal, with line ends
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
