package io.metasched.simulation.cli;

import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The root command. Exit codes: 0 done, 1 the run failed, 2 bad usage. */
@Command(
    name = "metasched",
    description = "Finds slots at resource owners and plans jobs cycle by cycle.",
    mixinStandardHelpOptions = true,
    versionProvider = Metasched.ManifestVersion.class)
public final class Metasched implements Runnable {
  @Spec private CommandSpec spec;

  /** Ends the JVM with the exit code of the command line in {@code args}. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Metasched()).execute(args));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }

  /** The version of the jar this class came from. */
  static final class ManifestVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
      var version = Metasched.class.getPackage().getImplementationVersion();
      return new String[] {"metasched " + Optional.ofNullable(version).orElse("(not packaged)")};
    }
  }
}
