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
 * Run of a scenario of any system, with the output of its results.
 *
 * @param asWritten scenario as written
 * @param inputs finds and reads the files that the scenario names
 * @param plugins jars of the policies
 * @param output options of the output
 * @param commandLine command line whose streams are printed to
 */
record ScenarioRun(
    ScenarioText asWritten,
    Inputs inputs,
    List<PluginJar.Id> plugins,
    OutputOptions output,
    CommandLine commandLine) {

  /** Choice of the driver of runs; a driver is opened after the scenario has been validated. */
  interface DriverChoice {
    /** Opens the driver of the runs of a system, which the caller closes. */
    <R extends RunTables> RunDriver<R> open(SystemEntry<R> entry, ScenarioText text);

    /**
     * Checks the expected resources of the runs before a driver is opened.
     *
     * @throws UsageException if the resources are not available
     */
    default void prepare(SystemEntry<?> entry, Instance<?> instance, CommandLine commandLine) {}

    /** Returns the maximum number of runs that the driver executes in parallel. */
    default int threads() {
      return 1;
    }

    /** Returns a progress that also notifies this choice, before {@code shown}. */
    default Progress watching(Progress shown) {
      return shown;
    }

    /**
     * Adds fields to the summary that cannot be computed from the tables; called after the last
     * policy.
     */
    default void addToSummary(ObjectNode further) {}

    /** Adds its own report to a summary that is printed. */
    default void addTo(ObjectNode summary) {}

    /** Returns lines to print below the tables. */
    default List<String> lines() {
      return List.of();
    }
  }

  /** Runs the scenario and returns the exit code. */
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
            "metasched: %s: the run ended at its limit with jobs waiting or not yet submitted%n",
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
