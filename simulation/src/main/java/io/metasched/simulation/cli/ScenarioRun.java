package io.metasched.simulation.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.kernel.RunDriver;
import io.metasched.simulation.report.RunTable;
import io.metasched.simulation.rows.JsonText;
import io.metasched.simulation.rows.ResultFolder;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.run.Simulation;
import io.metasched.simulation.scenario.Inputs;
import io.metasched.simulation.scenario.PluginJar;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.system.SystemEntry;
import io.metasched.simulation.system.Systems;
import java.util.List;
import picocli.CommandLine;

/**
 * Runs a scenario, of whatever system, and shows what came of it.
 *
 * @param asWritten the scenario
 * @param inputs finds and reads what it names
 * @param plugins jars that policies come from
 * @param output where results go
 * @param commandLine whose streams are printed to
 */
record ScenarioRun(
    ScenarioText asWritten,
    Inputs inputs,
    List<PluginJar.Id> plugins,
    OutputOptions output,
    CommandLine commandLine) {

  /** What drives runs; it is asked for a driver once the scenario is known to be sound. */
  interface DriverChoice {
    /** What drives the runs of a system, until it is closed. */
    <R extends RunTables> RunDriver<R> open(SystemEntry<R> entry, ScenarioText text);

    /**
     * Looks at what runs are expected to take, before anything is opened.
     *
     * @throws UsageException where they cannot have that
     */
    default void prepare(SystemEntry<?> entry, Instance<?> instance, CommandLine commandLine) {}

    /** How many runs it may drive at once. */
    default int threads() {
      return 1;
    }

    /** Has it see how far the runs have come, before what shows it. */
    default Progress watching(Progress shown) {
      return shown;
    }

    /** Adds fields to the summary that follow from no table; asked behind the last policy. */
    default void addToSummary(ObjectNode further) {}

    /** Adds what is to be reported of it to a summary that is printed. */
    default void addTo(ObjectNode summary) {}

    /** What is to be printed of it below the tables. */
    default List<String> lines() {
      return List.of();
    }
  }

  /** Runs it, and returns the exit code. */
  int by(DriverChoice choice) {
    return run(Systems.of(asWritten.schema()), choice);
  }

  private <R extends RunTables> int run(SystemEntry<R> entry, DriverChoice choice) {
    var instance = entry.system().read(asWritten, inputs).apply(asWritten.seeds());
    var text = asWritten.withLogs(inputs.logs());
    choice.prepare(entry, instance, commandLine);
    try (var folder = output.open(text.name());
        var driver = choice.open(entry, text);
        var progress = new ProgressLine(instance.policies().size())) {
      var simulation =
          new Simulation<>(
              entry.system(),
              driver,
              text,
              instance,
              plugins,
              Metasched.version(),
              choice.threads(),
              System::nanoTime);
      var outcome =
          simulation.run(
              choice.watching(progress),
              folder,
              () -> {
                var fields = JsonNodeFactory.instance.objectNode();
                choice.addToSummary(fields);
                return fields;
              });
      folder.commit();
      progress.end();
      print(entry, outcome, instance.notes(), folder, choice);
      return verdict(outcome);
    }
  }

  private <R extends RunTables> void print(
      SystemEntry<R> entry,
      Simulation.Outcome outcome,
      List<String> notes,
      ResultFolder folder,
      DriverChoice choice) {
    var stdout = commandLine.getOut();
    if (output.json()) {
      var summary = outcome.summary();
      choice.addTo(summary);
      stdout.println(JsonText.line(summary));
    } else {
      stdout.print(RunTable.of(entry.system(), outcome.runs(), notes));
      stdout.println();
      choice.lines().forEach(stdout::println);
      stdout.println("Results are in " + folder.target());
    }
    stdout.flush();
  }

  private int verdict(Simulation.Outcome outcome) {
    var stderr = commandLine.getErr();
    for (var run : outcome.runs()) {
      if (!run.title().complete()) {
        stderr.printf(
            "metasched: %s: the run ended at its limit with jobs waiting or still to come%n",
            run.title().policy());
      }
    }
    var violations = outcome.violations();
    if (!violations.isEmpty()) {
      stderr.printf("metasched: the check found violations, the first: %s%n", violations.get(0));
    }
    stderr.flush();
    return outcome.isGood() ? ExitCode.DONE : ExitCode.FAILED;
  }
}
