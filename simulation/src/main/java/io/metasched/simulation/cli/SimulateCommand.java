package io.metasched.simulation.cli;

import io.metasched.simulation.config.ScenarioText;
import io.metasched.simulation.engine.Driver;
import io.metasched.simulation.run.Drivers;
import io.metasched.simulation.run.TwoLevelDrivers;
import io.metasched.simulation.twolevel.TwoLevelDriver;
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
    return new ScenarioRun(scenarioOptions, output, spec.commandLine()).by(new Here(driver));
  }

  /** What drives runs in this JVM, by name. */
  private record Here(String name) implements ScenarioRun.Drive {
    @Override
    public Driver cyclic(ScenarioText text) {
      return Drivers.named(name);
    }

    @Override
    public TwoLevelDriver twoLevel(ScenarioText text) {
      return TwoLevelDrivers.named(name);
    }
  }
}
