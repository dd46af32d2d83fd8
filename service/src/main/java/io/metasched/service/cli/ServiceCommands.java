package io.metasched.service.cli;

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
    subcommands = {HelpCommand.class},
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
    return new CommandLine(new ServiceCommands()).setExpandAtFiles(false);
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }

  /** The version of the jar this class came from. */
  static final class ManifestVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
      var version = ServiceCommands.class.getPackage().getImplementationVersion();
      return new String[] {"metasched " + Optional.ofNullable(version).orElse("unpackaged")};
    }
  }
}
