package io.metasched.metascheduler.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code metasched man}: writes manual pages. */
@Command(
    name = "man",
    description = "Writes a manual page for each command: metasched-submit.1 ...",
    mixinStandardHelpOptions = true)
final class ManCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "DIR",
      description = "Folder to write to; created if missing.")
  private Path folder = Path.of("");

  @Override
  public Integer call() {
    try {
      Files.createDirectories(folder);
      for (var command : spec.root().subcommands().values()) {
        var page = new ManPage(command.getCommandSpec());
        Files.writeString(folder.resolve(page.fileName()), page.text());
      }
      return ExitCode.DONE;
    } catch (IOException e) {
      throw new ParameterException(
          spec.commandLine(),
          "%s: pages cannot be written to this folder: %s".formatted(folder, e));
    }
  }
}
