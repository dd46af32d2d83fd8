package io.metasched.simulation.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code metasched simulate}: runs a scenario, checks the runs, and writes results to a folder. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    description = "Runs a scenario by each of its policies and checks the result.",
    footer = {
      "",
      "Examples:",
      "  metasched simulate",
      "  metasched simulate --policy css,backfilling --seed 7 --set time.horizon=900",
      "  metasched simulate trace --trace SDSC-SP2-1998-4.2-cln.swf.gz --jobs 1-1500 --nodes 128",
      "  metasched simulate two-level --policy mct,ar-priority --set reservations.share=0.5",
      "  metasched simulate replay --trace SDSC-SP2-1998-4.2-cln.swf.gz --policy easy,conservative",
      "  metasched simulate rectangles --policy ff,pe-worst --set reservations.deadline-factor=0",
      "  metasched simulate what-if --policy what-if,first-free --set requests.lead=0"
    })
final class SimulateCommand implements Callable<Integer> {
  @Mixin private ScenarioOptions scenarioOptions;

  @Option(
      names = "--driver",
      paramLabel = "D",
      description =
          "The driver of the run: actors (the default if the system has them), engine (a"
              + " thread and an event queue for each policy; the same result) or actors-free"
              + " (organizations compete in the order in which messages arrive: valid, but not"
              + " repeatable).")
  private @Nullable String driver;

  @Mixin private RunSizeOptions size;

  @Mixin private OutputOptions output;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    return scenarioOptions.run(output, spec.commandLine()).by(new LocalDriver(driver, size));
  }
}
