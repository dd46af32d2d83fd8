package io.metasched.simulation.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.check.Violation;
import io.metasched.simulation.config.ScenarioText;
import io.metasched.simulation.report.SummaryJson;
import io.metasched.simulation.report.SummaryTable;
import io.metasched.simulation.report.TwoLevelTable;
import io.metasched.simulation.result.ResultFolder;
import io.metasched.simulation.run.CountableWorlds;
import io.metasched.simulation.run.Drivers;
import io.metasched.simulation.run.Simulation;
import io.metasched.simulation.run.TwoLevelJobs;
import io.metasched.simulation.run.TwoLevelSimulation;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code metasched simulate}: a flow of cycles, checked, with results in a folder. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    description = "Runs the job flow of a scenario in scheduling cycles and checks the result.",
    footer = {
      "",
      "Examples:",
      "  metasched simulate",
      "  metasched simulate --policy css,backfilling --seed 7 --set time.horizon=900",
      "  metasched simulate trace --trace SDSC-SP2-1998-4.2-cln.swf.gz --jobs 1-1500 --nodes 128",
      "  metasched simulate two-level --policy mct,ar-priority --set reservations.share=0.5"
    })
final class SimulateCommand implements Callable<Integer> {
  @Mixin private ScenarioOptions scenarioOptions;

  @Option(
      names = "--driver",
      paramLabel = "D",
      description =
          "What drives the run: actors (the default), engine (one thread, one event queue; the same"
              + " result) or actors-free (organizations compete in whatever order messages arrive:"
              + " sound, but not repeatable).")
  private String driver = Drivers.ACTORS;

  @Mixin private OutputOptions output;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    long begun = System.nanoTime();
    var text = scenarioOptions.text();
    return switch (text.kind()) {
      case CYCLIC -> cyclic(text, begun);
      case TWO_LEVEL -> twoLevel(text, begun);
    };
  }

  private int twoLevel(ScenarioText text, long begun) {
    var scenario = scenarioOptions.readTwoLevel(text);
    var logs = scenarioOptions.logs();
    var jobs = TwoLevelJobs.of(scenario, logs::find);
    var simulation =
        new TwoLevelSimulation(
            driver, text.withLog(logs::find), scenario, jobs, Metasched.version());
    try (var folder = output.open(text.name());
        var progress = new ProgressLine(scenario.policies().size())) {
      var outcome = simulation.run(progress, () -> (System.nanoTime() - begun) / 1e9, folder);
      folder.commit();
      progress.end();
      print(outcome.summary(), () -> TwoLevelTable.of(outcome.runs()), folder);
      tellFirst(outcome.violations());
      return outcome.violations().isEmpty() ? Metasched.DONE : Metasched.FAILED;
    }
  }

  private int cyclic(ScenarioText text, long begun) {
    var scenario = scenarioOptions.read(text);
    var logs = scenarioOptions.logs();
    var world = CountableWorlds.of(scenario, logs::find);
    try (var chosen = Drivers.named(driver)) {
      var simulation =
          new Simulation(
              chosen,
              text.withLog(logs::find),
              scenario,
              world,
              scenarioOptions.pluginJars(),
              Metasched.version());
      return run(simulation, text.name(), begun);
    }
  }

  private int run(Simulation simulation, String name, long begun) {
    try (var folder = output.open(name);
        var progress = new ProgressLine(simulation.policies())) {
      var outcome = simulation.run(progress, () -> (System.nanoTime() - begun) / 1e9, folder);
      folder.commit();
      progress.end();
      print(outcome.summary(), () -> SummaryTable.of(outcome.reports()), folder);
      tellIncomplete(outcome);
      tellFirst(outcome.violations());
      return outcome.isGood() ? Metasched.DONE : Metasched.FAILED;
    }
  }

  private void print(ObjectNode summary, Supplier<String> tables, ResultFolder folder) {
    var stdout = spec.commandLine().getOut();
    if (output.json()) {
      stdout.println(SummaryJson.text(summary, false));
    } else {
      stdout.print(tables.get());
      stdout.println();
      stdout.println("Results are in " + folder.target());
    }
    stdout.flush();
  }

  private void tellIncomplete(Simulation.Outcome outcome) {
    var stderr = spec.commandLine().getErr();
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
      var stderr = spec.commandLine().getErr();
      stderr.printf("metasched: the check found violations, the first: %s%n", violations.get(0));
      stderr.flush();
    }
  }
}
