package io.metasched.service.cli;

import io.metasched.service.client.ServiceException;
import io.metasched.service.config.SettingsException;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The root of the service's commands. Exit codes: 0 done, 1 it failed, 2 bad usage or input, 3 the
 * service cannot be reached, 4 the service refused.
 */
@Command(
    name = "metasched",
    description = "Takes jobs, plans them in cycles, and has them run on slots that others own.",
    mixinStandardHelpOptions = true,
    versionProvider = ServiceCommands.ManifestVersion.class,
    subcommands = {
      ServeCommand.class,
      AgentCommand.class,
      SubmitCommand.class,
      EstimateCommand.class,
      QueueCommand.class,
      ShowCommand.class,
      ExplainCommand.class,
      ChangeCommand.class,
      LogsCommand.class,
      WaitCommand.class,
      CancelCommand.class,
      SignalCommand.class,
      NodesCommand.class,
      DrainCommand.class,
      ResumeCommand.class,
      PriceCommand.class,
      ReserveCommand.class,
      AccountCommand.class,
      EventsCommand.class,
      HistoryCommand.class,
      RerunCommand.class,
      WhatifCommand.class,
      TokenCommand.class,
      StatusCommand.class,
      BenchCommand.class,
      CampaignCommand.class,
      CompletionCommand.class,
      ManCommand.class,
      HelpCommand.class
    },
    footer = {
      "",
      "Exit codes: 0 done, 1 failed, 2 bad usage or input, 3 no service reached, 4 refused."
    })
public final class ServiceCommands implements Runnable {
  static final int DONE = 0;
  static final int FAILED = 1;
  static final int BAD_USAGE = 2;
  static final int UNREACHABLE = 3;
  static final int REFUSED = 4;

  @Spec private CommandSpec spec;

  /** Ends the JVM with the exit code of the command line in {@code args}. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /** The command line with its one-line errors. */
  static CommandLine commandLine() {
    var commandLine = new CommandLine(new ServiceCommands());
    // what stands after a script or a command belongs to it
    Objects.requireNonNull(commandLine.getSubcommands().get("submit")).setStopAtPositional(true);
    return commandLine
        .setExpandAtFiles(false)
        .setOverwrittenOptionsAllowed(true)
        .setParameterExceptionHandler((e, args) -> usage(e))
        .setExecutionExceptionHandler((e, at, parsed) -> explain(e, at));
  }

  private static int usage(ParameterException e) {
    say(
        e.getCommandLine(),
        "%s (%s --help)"
            .formatted(e.getMessage(), e.getCommandLine().getCommandSpec().qualifiedName()));
    return BAD_USAGE;
  }

  private static int explain(Exception e, CommandLine at) {
    if (e instanceof ParameterException wrong) {
      return usage(wrong);
    }
    boolean isSaid = e instanceof IllegalStateException && e.getMessage() != null;
    if (e instanceof ServiceException service) {
      say(at, String.valueOf(e.getMessage()));
      return service.kind() == ServiceException.Kind.UNREACHABLE ? UNREACHABLE : REFUSED;
    } else if (e instanceof SettingsException) {
      say(at, String.valueOf(e.getMessage()));
      return BAD_USAGE;
    }
    if (Boolean.getBoolean("metasched.debug")) {
      e.printStackTrace(at.getErr());
    }
    say(at, "failed: " + (isSaid ? e.getMessage() : e));
    return FAILED;
  }

  /** Says why something came to an end, in one line. */
  static void say(CommandLine commandLine, String message) {
    commandLine.getErr().println("metasched: " + TextTable.clean(message));
    commandLine.getErr().flush();
  }

  static String version() {
    var version = ServiceCommands.class.getPackage().getImplementationVersion();
    return Optional.ofNullable(version).orElse("unpackaged");
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }

  /** The version of the jar this class came from. */
  static final class ManifestVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"metasched " + version()};
    }
  }
}
