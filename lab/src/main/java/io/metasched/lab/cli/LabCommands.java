package io.metasched.lab.cli;

import static io.metasched.metascheduler.program.CommandGroup.MEASURE;

import io.metasched.lab.bench.BenchCommand;
import io.metasched.lab.bench.Benches;
import io.metasched.lab.bench.NamedBenchCommand;
import io.metasched.lab.bench.service.ServiceBenchCommand;
import io.metasched.metascheduler.program.ProgramPart;
import io.metasched.service.cli.ServiceCommands;
import io.metasched.simulation.cli.SimulationCommands;
import java.util.List;
import picocli.CommandLine;

/**
 * Commands that measure simulations and the service. Each runs like a command of the measured
 * module, with that module's log and error handling.
 */
public final class LabCommands implements ProgramPart {
  private static final String CAMPAIGN = "campaign";

  private final ProgramPart simulation = new SimulationCommands();
  private final ProgramPart service = new ServiceCommands();

  @Override
  public List<Entry> commands() {
    return List.of(
        new Entry(MEASURE, CAMPAIGN, CampaignCommand.class),
        new Entry(MEASURE, BenchCommand.NAME, BenchCommand.class));
  }

  @Override
  public void configure(CommandLine command) {
    if (command.getCommandName().equals(BenchCommand.NAME)) {
      ServiceBenchCommand.all().forEach(command::addSubcommand);
      Benches.all().stream().map(NamedBenchCommand::of).forEach(command::addSubcommand);
    } else {
      service.configure(command);
    }
  }

  @Override
  public ProgramPart runner(List<String> words) {
    boolean isOfService =
        words.get(0).equals(CAMPAIGN)
            || (words.size() > 1 && ServiceBenchCommand.names().contains(words.get(1)));
    return isOfService ? service : simulation;
  }

  @Override
  public int failed(Exception failure, CommandLine command) {
    return simulation.failed(failure, command);
  }
}
