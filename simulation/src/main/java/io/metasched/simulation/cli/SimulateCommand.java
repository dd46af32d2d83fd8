package io.metasched.simulation.cli;

import io.metasched.simulation.report.SummaryJson;
import io.metasched.simulation.report.SummaryTable;
import io.metasched.simulation.result.ResultFolder;
import io.metasched.simulation.run.CountableWorlds;
import io.metasched.simulation.run.Drivers;
import io.metasched.simulation.run.Simulation;
import java.util.concurrent.Callable;
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
      "  metasched simulate trace --trace SDSC-SP2-1998-4.2-cln.swf.gz --jobs 1-1500 --nodes 128"
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
      print(outcome, folder);
      return outcome.isGood() ? Metasched.DONE : Metasched.FAILED;
    }
  }

  private void print(Simulation.Outcome outcome, ResultFolder folder) {
    var stdout = spec.commandLine().getOut();
    if (output.json()) {
      stdout.println(SummaryJson.text(outcome.summary(), false));
    } else {
      stdout.print(SummaryTable.of(outcome.reports()));
      stdout.println();
      stdout.println("Results are in " + folder.target());
    }
    stdout.flush();
    var stderr = spec.commandLine().getErr();
    for (var report : outcome.reports()) {
      if (!report.header().complete()) {
        stderr.printf(
            "metasched: %s: the limit of cycles (time.max-cycles) was reached with jobs waiting or"
                + " still to come%n",
            report.header().policy());
      }
    }
    if (!outcome.violations().isEmpty()) {
      stderr.printf(
          "metasched: the check found violations, the first: %s%n", outcome.violations().get(0));
    }
    stderr.flush();
  }
}
