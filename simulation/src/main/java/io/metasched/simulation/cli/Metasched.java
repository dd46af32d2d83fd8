package io.metasched.simulation.cli;

import io.metasched.metascheduler.alternatives.GridTooLargeException;
import io.metasched.metascheduler.deployment.config.DeploymentException;
import io.metasched.resource.agent.xml.XmlFileException;
import io.metasched.simulation.driver.cluster.Jvms;
import io.metasched.simulation.input.InputException;
import io.metasched.simulation.rows.ResultFolderException;
import io.metasched.simulation.rows.ResultFormatException;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.text.PrintableText;
import io.metasched.simulation.workload.trace.TraceException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The root command. Exit codes: 0 done, 1 the run failed or a check found a violation, 2 bad usage
 * or bad input, with one line on standard error.
 */
@Command(
    name = "metasched",
    description = "Schedules the job flow of virtual organizations on slots that others own.",
    mixinStandardHelpOptions = true,
    versionProvider = Metasched.ManifestVersion.class,
    subcommands = {
      SimulateCommand.class,
      ReplayCommand.class,
      ValidateCommand.class,
      RerunCommand.class,
      ExplainCommand.class,
      CheckCommand.class,
      PoliciesCommand.class,
      ExperimentCommand.class,
      SweepCommand.class,
      CompareCommand.class,
      CompareSystemsCommand.class,
      ClusterCommand.class,
      NodeCommand.class,
      BrokerCommand.class,
      BenchCommand.class,
      GenerateCommand.class,
      HelpCommand.class
    },
    footer = {
      "",
      "Exit codes: 0 done, 1 the run failed or a check found a violation, 2 bad usage or input."
    })
public final class Metasched implements Runnable {
  static final int DONE = 0;
  static final int FAILED = 1;
  static final int BAD_USAGE = 2;

  @Spec private CommandSpec spec;

  /** Ends the JVM with the exit code of the command line in {@code args}. */
  public static void main(String[] args) {
    ProcessEnd.watch();
    ProcessEnd.exit(commandLine().execute(args));
  }

  /** The command line with its one-line errors. */
  static CommandLine commandLine() {
    var program = new CommandLine(new Metasched());
    nameServiceCommands(program);
    return program
        .setExpandAtFiles(false)
        .setExecutionStrategy(Metasched::runWithinMemory)
        .setParameterExceptionHandler((e, args) -> say(e.getCommandLine(), usage(e), BAD_USAGE))
        .setExecutionExceptionHandler((e, commandLine, parsed) -> explain(e, commandLine));
  }

  /** The help names the commands of the service, too, which another program runs. */
  private static void nameServiceCommands(CommandLine commandLine) {
    var service = ServiceCommandNames.lines();
    if (!service.isEmpty()) {
      var usage = commandLine.getCommandSpec().usageMessage();
      var footer = new ArrayList<>(List.of("", "Commands of the live service:"));
      service.forEach(line -> footer.add("  " + line));
      footer.addAll(List.of(usage.footer()));
      usage.footer(footer.toArray(String[]::new));
    }
  }

  /** Runs the command; a scenario too large for the memory is no crash. */
  private static int runWithinMemory(ParseResult parsed) {
    try {
      return new RunLast().execute(parsed);
    } catch (OutOfMemoryError e) {
      return sayTooLittleMemory(parsed.commandSpec().commandLine());
    }
  }

  private static int sayTooLittleMemory(CommandLine commandLine) {
    return ProcessEnd.isPartOfRun()
        ? Jvms.OUT_OF_MEMORY
        : say(commandLine, ProcessEnd.tooLittleMemory(), FAILED);
  }

  private static String usage(ParameterException e) {
    var hint = "";
    if (e instanceof UnmatchedArgumentException unmatched
        && !unmatched.getSuggestions().isEmpty()) {
      hint =
          unmatched.getSuggestions().stream()
              .limit(3)
              .collect(Collectors.joining(", ", "; did you mean ", "?"));
    }
    var command = e.getCommandLine().getCommandSpec().qualifiedName();
    return "%s%s (%s --help)".formatted(e.getMessage(), hint, command);
  }

  private static int explain(Exception e, CommandLine commandLine) {
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
      return say(commandLine, String.valueOf(e.getMessage()), BAD_USAGE);
    }
    if (e instanceof GridTooLargeException) {
      return say(commandLine, "vo.choice = recursion: " + e.getMessage(), BAD_USAGE);
    }
    if (e instanceof UncheckedIOException && e.getCause() != null) {
      return say(
          commandLine,
          "the run failed: a file cannot be read or written: " + e.getCause().getMessage(),
          FAILED);
    }
    if (Boolean.getBoolean("metasched.debug")) {
      e.printStackTrace(commandLine.getErr());
    }
    // what is said of a state is written for the user, other exceptions are not
    boolean isSaid = e instanceof IllegalStateException && e.getMessage() != null;
    return say(commandLine, "the run failed: " + (isSaid ? e.getMessage() : e), FAILED);
  }

  private static int say(CommandLine commandLine, String message, int exitCode) {
    say(commandLine, message);
    return exitCode;
  }

  /** Says why something came to an end, in one line. */
  static void say(CommandLine commandLine, String message) {
    commandLine.getErr().println("metasched: " + PrintableText.line(message));
    commandLine.getErr().flush();
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }

  static String version() {
    var version = Metasched.class.getPackage().getImplementationVersion();
    return Optional.ofNullable(version).orElse("unpackaged");
  }

  /** The version of the jar this class came from. */
  static final class ManifestVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"metasched " + version()};
    }
  }
}
