package io.metasched.simulation.cli;

import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.SpellingHint;
import io.metasched.simulation.scenario.UsageException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code metasched generate}: writes generated input to files; each generator is a subcommand. */
@Command(
    name = "generate",
    mixinStandardHelpOptions = true,
    description = "Writes generated workloads and resources to files.",
    subcommands = {
      GenerateLublinCommand.class,
      GenerateLogCommand.class,
      GenerateTableCommand.Nodes.class,
      GenerateTableCommand.Jobs.class,
      GenerateTableCommand.Local.class
    },
    footer = {
      "",
      "Examples:",
      "  metasched generate list",
      "  metasched generate lublin --jobs 10000 --size 256 --out jobs.swf.gz",
      "  metasched generate log accounts.txt --out jobs.swf",
      "  metasched generate nodes --out nodes.csv",
      "  metasched generate jobs crowded.conf --seed 7 --out jobs.json"
    })
final class GenerateCommand implements Callable<Integer> {
  private static final String LIST = "list";

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "list",
      description = "Without the name of a generator, or with `list`, the generators are listed.")
  private String name = LIST;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    var generators = spec.subcommands();
    if (!name.equals(LIST)) {
      var names = List.copyOf(generators.keySet());
      throw new UsageException(
          "generate: unknown generator '%s'%s; known are %s"
              .formatted(name, SpellingHint.hint(name, names), String.join(", ", names)));
    }
    var stdout = spec.commandLine().getOut();
    generators.forEach(
        (generator, command) ->
            stdout.printf(
                "%-8s %s%n", generator, command.getCommandSpec().usageMessage().description()[0]));
    stdout.flush();
    return ExitCode.DONE;
  }
}
