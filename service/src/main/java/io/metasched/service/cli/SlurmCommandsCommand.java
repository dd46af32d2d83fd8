package io.metasched.service.cli;

import io.metasched.metascheduler.program.ExitCode;
import io.metasched.service.slurm.SlurmCommand;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command that writes Slurm's commands as scripts. */
@Command(
    name = "slurm-commands",
    description = {
      "Writes sbatch, squeue, scancel and other commands of Slurm into a folder, for programs that"
          + " submit to Slurm, such as Nextflow and Snakemake.",
      "Put the folder at the beginning of PATH, on each machine that submits or runs jobs. The"
          + " commands need curl, and find the service as other commands do."
    },
    mixinStandardHelpOptions = true)
final class SlurmCommandsCommand implements Callable<Integer> {
  private static final String FILE = "metasched-slurm";

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "Folder, created if necessary.")
  private @Nullable Path folder;

  @Override
  public Integer call() {
    var into = Objects.requireNonNull(folder);
    try {
      Files.createDirectories(into);
      var file = Files.writeString(into.resolve(FILE), script());
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
      for (var each : SlurmCommand.values()) {
        var link = into.resolve(each.label());
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, Path.of(FILE));
      }
      return ExitCode.DONE;
    } catch (IOException e) {
      throw new ParameterException(
          spec.commandLine(), "%s: cannot be written: %s".formatted(into, e), e);
    }
  }

  /** Returns the script, which runs as the command by whose name it is called. */
  private static String script() throws IOException {
    try (InputStream file = SlurmCommandsCommand.class.getResourceAsStream("slurm-command.sh")) {
      var text = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
      return text.replace("@URL@", ClientOptions.USUAL_URL)
          .replace("@TOKEN_FILE@", absolute(ClientOptions.usualToken()))
          .replace("@PROGRAM@", absolute(ClientOptions.home().resolve("metasched")))
          .replace("@UNREACHABLE@", String.valueOf(ExitCode.UNREACHABLE))
          .replace("@SBATCH_VALUES@", values(SlurmCommand.SBATCH))
          .replace("@SRUN_VALUES@", values(SlurmCommand.SRUN))
          .replace("@SRUN_HELP@", SlurmCommand.SRUN.help());
    }
  }

  private static String absolute(Path path) {
    return path.toAbsolutePath().normalize().toString();
  }

  /** Returns a pattern for the options of a command whose value may be the next word. */
  private static String values(SlurmCommand command) {
    return String.join(" | ", command.options().withValues());
  }
}
