package io.metasched.service.cli;

import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.service.history.BackupFile;
import io.metasched.service.history.HistoryException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine;

/** Reading of a backup by a command, with its faults as lines. */
final class OfflineBackup {
  private OfflineBackup() {}

  /** Reader of a backup. */
  @FunctionalInterface
  interface Reading {
    BackupFile.Checked of(Path file) throws IOException;
  }

  /**
   * Reads a backup and prints each fault.
   *
   * @return the content without faults; empty if there are faults
   */
  static Optional<BackupFile.Checked> read(Path file, CommandLine command, Reading reading) {
    try {
      var checked = reading.of(file);
      checked.faults().forEach(fault -> ServiceCommands.say(command, file + ": " + fault));
      return Optional.of(checked).filter(each -> each.faults().isEmpty());
    } catch (HistoryException e) {
      ServiceCommands.say(command, String.valueOf(e.getMessage()));
    } catch (CharacterCodingException e) {
      ServiceCommands.say(command, file + ": it is not UTF-8 text");
    } catch (IOException e) {
      throw new CommandLine.ParameterException(
          command, "%s cannot be read: %s".formatted(file, PrintableText.reason(e)), e);
    }
    return Optional.empty();
  }

  /** Prints a line about a backup without faults, and returns the exit code. */
  static int answer(Optional<BackupFile.Checked> checked, CommandLine command, String words) {
    if (checked.isEmpty()) {
      return ExitCode.FAILED;
    }
    var state = checked.get().state();
    command
        .getOut()
        .printf(
            "%s: event %d, %d jobs, %d accounts; %d events read%n",
            words,
            state.seq(),
            state.jobs().size(),
            state.accounts().size(),
            checked.get().events());
    command.getOut().flush();
    return ExitCode.DONE;
  }
}
