package io.metasched.service.cli;

import io.metasched.service.history.BackupFile;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command that checks a backup. */
@Command(
    name = "check-book",
    description = {
      "Checks a backup: events without a gap, each possible in the state before it; accounts that"
          + " sum to zero; no time of a node taken twice; SHA-256.",
      "Exit code 1 if a check found a violation."
    },
    mixinStandardHelpOptions = true)
final class CheckBookCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "FILE", description = "Backup made by 'metasched backup'.")
  private @Nullable Path file;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    var command = spec.commandLine();
    var checked =
        OfflineBackup.read(
            Objects.requireNonNull(file),
            command,
            each -> BackupFile.read(each, BackupFile.Target.NONE));
    return OfflineBackup.answer(checked, command, "no violation");
  }
}
