package io.metasched.simulation.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.check.Violation;
import io.metasched.simulation.config.ScenarioText;
import io.metasched.simulation.engine.Driver;
import io.metasched.simulation.engine.Progress;
import io.metasched.simulation.report.DeploymentTable;
import io.metasched.simulation.report.SummaryJson;
import io.metasched.simulation.report.SummaryTable;
import io.metasched.simulation.report.TwoLevelTable;
import io.metasched.simulation.result.Deployment;
import io.metasched.simulation.result.ResultFolder;
import io.metasched.simulation.run.CountableWorlds;
import io.metasched.simulation.run.Simulation;
import io.metasched.simulation.run.TwoLevelJobs;
import io.metasched.simulation.run.TwoLevelSimulation;
import io.metasched.simulation.twolevel.TwoLevelDriver;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine;

/**
 * Runs a scenario, of whatever kind, and shows what came of it.
 *
 * @param scenarioOptions what makes up the scenario
 * @param output where results go
 * @param commandLine whose streams are printed to
 */
record ScenarioRun(ScenarioOptions scenarioOptions, OutputOptions output, CommandLine commandLine) {

  /** What drives runs; it is asked for a driver once the scenario is known to be sound. */
  interface Drive {
    /** Its name. */
    String name();

    /** What drives a flow of cycles, until it is closed. */
    Driver cyclic(ScenarioText text);

    /** What drives two levels, until it is closed. */
    TwoLevelDriver twoLevel(ScenarioText text);

    /** Has it see how far the runs have come, before what shows it. */
    default Progress watching(Progress shown) {
      return shown;
    }

    /** Where the actors of the last policy were, if in several JVMs; asked behind it. */
    default Optional<Deployment> deployment() {
      return Optional.empty();
    }

    /** Adds what is to be told of it to a summary that is printed. */
    default void addTo(ObjectNode summary) {}

    /** What is to be told of it below the tables. */
    default List<String> lines() {
      return List.of();
    }
  }

  /** Runs it, and returns the exit code. */
  int by(Drive drive) {
    long begun = System.nanoTime();
    var text = scenarioOptions.text();
    return switch (text.kind()) {
      case CYCLIC -> cyclic(text, drive, begun);
      case TWO_LEVEL -> twoLevel(text, drive, begun);
    };
  }

  private int twoLevel(ScenarioText asWritten, Drive drive, long begun) {
    var scenario = scenarioOptions.readTwoLevel(asWritten);
    var logs = scenarioOptions.logs();
    var jobs = TwoLevelJobs.of(scenario, logs::find);
    var text = asWritten.withLog(logs::find);
    try (var folder = output.open(text.name());
        var playing = drive.twoLevel(text);
        var progress = new ProgressLine(scenario.policies().size())) {
      var simulation =
          new TwoLevelSimulation(drive.name(), playing, text, scenario, jobs, Metasched.version());
      var outcome =
          simulation.run(
              progress, () -> (System.nanoTime() - begun) / 1e9, folder, drive::deployment);
      folder.commit();
      progress.end();
      drive.addTo(outcome.summary());
      print(outcome.summary(), () -> TwoLevelTable.of(outcome.runs()) + jvms(drive), folder, drive);
      tellFirst(outcome.violations());
      return outcome.violations().isEmpty() ? Metasched.DONE : Metasched.FAILED;
    }
  }

  private int cyclic(ScenarioText asWritten, Drive drive, long begun) {
    var scenario = scenarioOptions.read(asWritten);
    var logs = scenarioOptions.logs();
    var world = CountableWorlds.of(scenario, logs::find);
    var text = asWritten.withLog(logs::find);
    try (var folder = output.open(text.name());
        var driver = drive.cyclic(text);
        var progress = new ProgressLine(scenario.policies().size())) {
      var simulation =
          new Simulation(
              driver, text, scenario, world, scenarioOptions.pluginJars(), Metasched.version());
      var watched = drive.watching(progress);
      var outcome =
          simulation.run(
              watched, () -> (System.nanoTime() - begun) / 1e9, folder, drive::deployment);
      folder.commit();
      progress.end();
      drive.addTo(outcome.summary());
      print(
          outcome.summary(), () -> SummaryTable.of(outcome.reports()) + jvms(drive), folder, drive);
      tellIncomplete(outcome);
      tellFirst(outcome.violations());
      return outcome.isGood() ? Metasched.DONE : Metasched.FAILED;
    }
  }

  private static String jvms(Drive drive) {
    return drive.deployment().map(jvms -> "\n" + DeploymentTable.of(jvms)).orElse("");
  }

  private void print(
      ObjectNode summary, Supplier<String> tables, ResultFolder folder, Drive drive) {
    var stdout = commandLine.getOut();
    if (output.json()) {
      stdout.println(SummaryJson.text(summary, false));
    } else {
      stdout.print(tables.get());
      stdout.println();
      drive.lines().forEach(stdout::println);
      stdout.println("Results are in " + folder.target());
    }
    stdout.flush();
  }

  private void tellIncomplete(Simulation.Outcome outcome) {
    var stderr = commandLine.getErr();
    for (var report : outcome.reports()) {
      if (!report.header().complete()) {
        stderr.printf(
            "metasched: %s: the limit of cycles (time.max-cycles) was reached with jobs waiting or"
                + " still to come%n",
            report.header().policy());
      }
    }
    stderr.flush();
  }

  private void tellFirst(List<Violation> violations) {
    if (!violations.isEmpty()) {
      var stderr = commandLine.getErr();
      stderr.printf("metasched: the check found violations, the first: %s%n", violations.get(0));
      stderr.flush();
    }
  }
}
