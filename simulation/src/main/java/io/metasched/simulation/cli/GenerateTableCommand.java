package io.metasched.simulation.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.simulation.input.InputFile;
import io.metasched.simulation.input.InputTable;
import io.metasched.simulation.options.OutputFile;
import io.metasched.simulation.options.WholeNumbers;
import io.metasched.simulation.rows.JsonText;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.system.Systems;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code metasched generate nodes|jobs|local}: writes the input that a scenario reads or generates,
 * as a table.
 */
abstract class GenerateTableCommand implements Callable<Integer> {
  private static final long MOST_UNITS = 100_000_000;

  /** {@code metasched generate nodes}: writes the nodes of a scenario. */
  @Command(
      name = "nodes",
      mixinStandardHelpOptions = true,
      description = "nodes of a scenario with domains, prices and properties, in CSV or JSON",
      footer = {
        "",
        "Examples:",
        "  metasched generate nodes --out nodes.csv",
        "  metasched simulate --set nodes.file=nodes.csv"
      })
  static final class Nodes extends GenerateTableCommand {
    @Override
    InputTable.Kind kind() {
      return InputTable.Kind.NODES;
    }
  }

  /** {@code metasched generate jobs}: writes the jobs of a scenario. */
  @Command(
      name = "jobs",
      mixinStandardHelpOptions = true,
      description = "jobs of a scenario with users, limits and requirements, in CSV or JSON",
      footer = {
        "",
        "Examples:",
        "  metasched generate jobs --seed 7 --out jobs.csv",
        "  metasched simulate --set jobs.file=jobs.csv"
      })
  static final class Jobs extends GenerateTableCommand {
    @Override
    InputTable.Kind kind() {
      return InputTable.Kind.JOBS;
    }
  }

  /** {@code metasched generate local}: writes the local jobs of the owners of a scenario. */
  @Command(
      name = "local",
      mixinStandardHelpOptions = true,
      description = "local jobs of the owners of a scenario, in CSV or JSON",
      footer = {
        "",
        "Examples:",
        "  metasched generate local --out local.csv",
        "  metasched simulate --set local.file=local.csv"
      })
  static final class Local extends GenerateTableCommand {
    @Option(
        names = "--until",
        paramLabel = "T",
        description = "Time up to which local jobs are written (default: the end of the run).")
    private @Nullable String until;

    @Override
    InputTable.Kind kind() {
      return InputTable.Kind.LOCAL;
    }

    @Override
    long untilTicks() {
      return until == null
          ? super.untilTicks()
          : BigDecimal.valueOf(WholeNumbers.inRange("--until", until, 1, MOST_UNITS))
              .movePointRight(3)
              .longValueExact();
    }
  }

  @Mixin private ScenarioOptions scenarioOptions;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "The file to write: its name ends in .csv or .json.")
  private String out = "";

  @Option(names = "--force", description = "Replaces the file if it exists.")
  private boolean force;

  @Option(names = "--json", description = "Prints one JSON object instead of text.")
  private boolean json;

  @Spec private CommandSpec spec;

  abstract InputTable.Kind kind();

  /** Returns the tick from which no more local jobs are needed; -1 for the end of the run. */
  long untilTicks() {
    return -1;
  }

  @Override
  public Integer call() {
    var file = OutputFile.named(out, force, ".csv", ".json");
    var text = scenarioOptions.text();
    var instance =
        Systems.of(text.schema()).system().read(text, scenarioOptions.inputs()).apply(text.seeds());
    var table =
        instance
            .table(kind(), untilTicks())
            .orElseThrow(
                () ->
                    new UsageException(
                        "generate %s: scenario %s is of kind %s, which has no such table"
                            .formatted(kind().word(), text.name(), text.schema().kind())));
    file.write(writer -> table.write(InputFile.isJson(file.path()), writer));
    print(table, file.path());
    return ExitCode.DONE;
  }

  private void print(InputTable<?> table, Path file) {
    var stdout = spec.commandLine().getOut();
    if (json) {
      var fields = JsonNodeFactory.instance.objectNode();
      fields.put("table", kind().word());
      fields.put("rows", table.entries().size());
      fields.put("file", file.toString());
      stdout.println(JsonText.line(fields));
    } else {
      stdout.printf("%d %s are in %s%n", table.entries().size(), table.format().name(), file);
    }
    stdout.flush();
  }
}
