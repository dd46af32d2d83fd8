package io.metasched.lab.bench;

import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.SpellingHint;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code metasched bench}: measures speed relative to a baseline of the same run. */
@Command(
    name = BenchCommand.NAME,
    mixinStandardHelpOptions = true,
    description =
        "Measures speed and scaling, each compared with its baseline; exit 1 if they differ.",
    footer = {
      "",
      "Examples:",
      "  metasched bench list",
      "  metasched bench actors --nodes 1000,10000 --domains 10,100",
      "  metasched bench cycle --nodes 10000,100000 --jobs 1000",
      "  metasched bench dp --jobs 20,1000",
      "  metasched bench replay --jobs 10000,100000 --limit 20",
      "  metasched bench profile --reservations 1000,100000",
      "  metasched bench rectangles --elements 16384 --reservations 10000",
      "  metasched bench scaling mine.conf --nodes 1000,10000 --jvms 1,2,4",
      "  metasched bench search --nodes 100,400,1000",
      "  metasched bench service --quick",
      "  metasched bench what-if --jobs 1000,10000 --backlog 24",
      "  metasched bench actors --quick --json"
    })
public final class BenchCommand implements Callable<Integer> {
  /** Name of the command. */
  public static final String NAME = "bench";

  private static final String LIST = "list";

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "list",
      description = "Without the name of a bench, or with `list`, the benches are listed.")
  private String name = LIST;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    var benches = spec.subcommands();
    if (!name.equals(LIST)) {
      var names = List.copyOf(benches.keySet());
      throw new ParameterException(
          spec.commandLine(),
          "bench: unknown bench '%s'%s; known are %s"
              .formatted(name, SpellingHint.hint(name, names), String.join(", ", names)));
    }
    var stdout = spec.commandLine().getOut();
    benches.forEach(
        (bench, command) ->
            stdout.printf(
                "%-10s %s%n", bench, command.getCommandSpec().usageMessage().description()[0]));
    stdout.flush();
    return ExitCode.DONE;
  }
}
