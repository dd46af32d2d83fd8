package io.metasched.simulation.cli;

import static io.metasched.metascheduler.program.CommandGroup.MEASURE;
import static io.metasched.metascheduler.program.CommandGroup.SIMULATE;
import static io.metasched.metascheduler.program.CommandGroup.SITES;

import io.metasched.metascheduler.alternatives.GridTooLargeException;
import io.metasched.metascheduler.deployment.config.DeploymentException;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.metascheduler.program.ProgramPart;
import io.metasched.resource.broker.xml.XmlFileException;
import io.metasched.simulation.driver.cluster.Jvms;
import io.metasched.simulation.input.InputException;
import io.metasched.simulation.options.Installation;
import io.metasched.simulation.rows.ResultFolderException;
import io.metasched.simulation.rows.ResultFormatException;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.study.Sweep;
import io.metasched.simulation.system.broker.cli.BrokerCommand;
import io.metasched.simulation.workload.trace.TraceException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.IntSupplier;
import picocli.CommandLine;

/** Commands on simulations and studies. */
public final class SimulationCommands implements ProgramPart {
  private static final String LOG = "logback.configurationFile";

  @Override
  public List<Entry> commands() {
    return List.of(
        new Entry(SIMULATE, "simulate", SimulateCommand.class),
        new Entry(SIMULATE, "replay", ReplayCommand.class),
        new Entry(SIMULATE, "validate", ValidateCommand.class),
        new Entry(SIMULATE, "explain", ExplainCommand.class),
        new Entry(SIMULATE, "policies", PoliciesCommand.class),
        new Entry(SIMULATE, "experiment", ExperimentCommand.class),
        new Entry(SIMULATE, Sweep.NAME, SweepCommand.class),
        new Entry(SIMULATE, "compare", CompareCommand.class),
        new Entry(SIMULATE, CompareSystemsCommand.NAME, CompareSystemsCommand.class),
        new Entry(SIMULATE, "generate", GenerateCommand.class),
        new Entry(SITES, "cluster", ClusterCommand.class),
        new Entry(SITES, "node", NodeCommand.class),
        new Entry(SITES, BrokerCommand.NAME, BrokerCommand.class),
        new Entry(MEASURE, "check", CheckCommand.class));
  }

  @Override
  public int process(IntSupplier command) {
    var conf = Installation.home().map(home -> home.resolve("conf/logback.xml"));
    if (System.getProperty(LOG) == null && conf.filter(Files::isRegularFile).isPresent()) {
      System.setProperty(LOG, conf.get().toString());
    }
    ProcessEnd.watch();
    int code = command.getAsInt();
    ProcessEnd.exit(code);
    return code;
  }

  /** Runs a command; reports a scenario too large for the memory as an error, not as a crash. */
  @Override
  public int guarded(IntSupplier command, CommandLine at) {
    try {
      return command.getAsInt();
    } catch (OutOfMemoryError e) {
      return sayTooLittleMemory(at);
    }
  }

  @Override
  public Optional<Callable<Integer>> rerun(Path path, RerunOptions options) {
    return Files.isDirectory(path)
        ? Optional.of(() -> RerunFolder.rerun(path, options))
        : Optional.empty();
  }

  private static int sayTooLittleMemory(CommandLine commandLine) {
    return ProcessEnd.isPartOfRun()
        ? Jvms.OUT_OF_MEMORY
        : say(commandLine, ProcessEnd.tooLittleMemory(), ExitCode.FAILED);
  }

  @Override
  public int failed(Exception e, CommandLine commandLine) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError) {
        return sayTooLittleMemory(commandLine); // wrapped, or thrown again while the run was closed
      }
    }
    boolean badInput =
        e instanceof UsageException
            || e instanceof DeploymentException
            || e instanceof TraceException
            || e instanceof XmlFileException
            || e instanceof InputException
            || e instanceof ResultFormatException
            || e instanceof ResultFolderException;
    if (badInput) {
      return say(commandLine, String.valueOf(e.getMessage()), ExitCode.BAD_USAGE);
    }
    if (e instanceof GridTooLargeException) {
      return say(commandLine, "vo.choice = recursion: " + e.getMessage(), ExitCode.BAD_USAGE);
    }
    if (e instanceof UncheckedIOException && e.getCause() != null) {
      return say(
          commandLine,
          "the run failed: a file cannot be read or written: " + e.getCause().getMessage(),
          ExitCode.FAILED);
    }
    if (Boolean.getBoolean("metasched.debug")) {
      e.printStackTrace(commandLine.getErr());
    }
    // the message of an IllegalStateException is written for the user, those of other exceptions
    // are not
    boolean isSaid = e instanceof IllegalStateException && e.getMessage() != null;
    return say(commandLine, "the run failed: " + (isSaid ? e.getMessage() : e), ExitCode.FAILED);
  }

  private static int say(CommandLine commandLine, String message, int exitCode) {
    Metasched.say(commandLine, message);
    return exitCode;
  }
}
