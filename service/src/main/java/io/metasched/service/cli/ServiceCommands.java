package io.metasched.service.cli;

import static io.metasched.metascheduler.program.CommandGroup.SERVICE;
import static io.metasched.metascheduler.program.CommandGroup.SITES;

import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.metascheduler.program.ProgramPart;
import io.metasched.service.client.ServiceException;
import io.metasched.service.config.SettingsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.IntSupplier;
import picocli.CommandLine;

/** Commands of the live service and of its agents. */
public final class ServiceCommands implements ProgramPart {
  private static final String LOG = "logback.configurationFile";

  @Override
  public List<Entry> commands() {
    return List.of(
        new Entry(SERVICE, "serve", ServeCommand.class),
        new Entry(SERVICE, "submit", SubmitCommand.class),
        new Entry(SERVICE, "workflow", WorkflowCommand.class),
        new Entry(SERVICE, "estimate", EstimateCommand.class),
        new Entry(SERVICE, "queue", QueueCommand.class),
        new Entry(SERVICE, "show", ShowCommand.class),
        new Entry(SERVICE, "why", WhyCommand.class),
        new Entry(SERVICE, "change", ChangeCommand.class),
        new Entry(SERVICE, "logs", LogsCommand.class),
        new Entry(SERVICE, "wait", WaitCommand.class),
        new Entry(SERVICE, "cancel", CancelCommand.class),
        new Entry(SERVICE, "signal", SignalCommand.class),
        new Entry(SERVICE, "account", AccountCommand.class),
        new Entry(SERVICE, "token", TokenCommand.class),
        new Entry(SERVICE, "login", LoginCommand.class),
        new Entry(SERVICE, "logout", LogoutCommand.class),
        new Entry(SERVICE, "whoami", WhoamiCommand.class),
        new Entry(SERVICE, "webhook", WebhookCommand.class),
        new Entry(SERVICE, "events", EventsCommand.class),
        new Entry(SERVICE, "history", HistoryCommand.class),
        new Entry(SERVICE, "backup", BackupCommand.class),
        new Entry(SERVICE, "check-book", CheckBookCommand.class),
        new Entry(SERVICE, "restore", RestoreCommand.class),
        new Entry(SERVICE, "whatif", WhatifCommand.class),
        new Entry(SERVICE, "status", StatusCommand.class),
        new Entry(SERVICE, "slurm-commands", SlurmCommandsCommand.class),
        new Entry(SITES, "agent", StartAgentCommand.class),
        new Entry(SITES, "nodes", NodesCommand.class),
        new Entry(SITES, "sites", SitesCommand.class),
        new Entry(SITES, "drain", DrainCommand.class),
        new Entry(SITES, "resume", ResumeCommand.class),
        new Entry(SITES, "price", PriceCommand.class),
        new Entry(SITES, "reserve", ReserveCommand.class));
  }

  @Override
  public void configure(CommandLine command) {
    command.setOverwrittenOptionsAllowed(true);
    // words after a script or a command belong to that script or command
    command.setStopAtPositional(command.getCommandName().equals("submit"));
  }

  @Override
  public int process(IntSupplier command) {
    if (System.getProperty(LOG) == null) {
      System.setProperty(LOG, "logback-service.xml");
    }
    return command.getAsInt();
  }

  @Override
  public Optional<Callable<Integer>> rerun(Path path, RerunOptions options) {
    return Files.isRegularFile(path)
        ? Optional.of(() -> RerunHistory.rerun(path, options))
        : Optional.empty();
  }

  @Override
  public int failed(Exception e, CommandLine at) {
    boolean isSaid = e instanceof IllegalStateException && e.getMessage() != null;
    if (e instanceof ServiceException service) {
      var message = String.valueOf(e.getMessage());
      var named =
          at.getCommand() instanceof ClientCommand client ? client.members().in(message) : message;
      say(at, named);
      return switch (service.kind()) {
        case UNREACHABLE -> ExitCode.UNREACHABLE;
        case INVALID -> named.equals(message) ? ExitCode.REFUSED : ExitCode.BAD_USAGE; // an option
        case NOT_FOUND, REFUSED -> ExitCode.REFUSED;
      };
    } else if (e instanceof SettingsException) {
      String.valueOf(e.getMessage()).lines().forEach(line -> say(at, line));
      return ExitCode.BAD_USAGE;
    }
    if (Boolean.getBoolean("metasched.debug")) {
      e.printStackTrace(at.getErr());
    }
    say(at, "failed: " + (isSaid ? e.getMessage() : e));
    return ExitCode.FAILED;
  }

  /** Prints the reason for a failure in one line. */
  static void say(CommandLine commandLine, String message) {
    commandLine.getErr().println("metasched: " + PrintableText.replaced(message));
    commandLine.getErr().flush();
  }
}
