package io.metasched.service.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.metascheduler.program.ExitCode;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command that makes a backup of the event store of a running service. */
@Command(
    name = "backup",
    description = {
      "Writes a backup of the event store of a running service, as of one event. For administrators.",
      "The file has the commands, variables and input files of jobs, and only digests of tokens. It"
          + " does not have outputs of jobs."
    },
    mixinStandardHelpOptions = true)
final class BackupCommand extends ClientCommand {
  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description =
          "File to write, readable only by you; an existing file is replaced when the backup is"
              + " complete.")
  private @Nullable Path file;

  @Override
  public Integer call() {
    var target = Objects.requireNonNull(file);
    var copied = ExportedLines.copy(options.client(), "/v1/backup", target);
    if (!copied.areComplete()) {
      ServiceCommands.say(
          spec.commandLine(),
          "the backup ended early, after %d lines, and was deleted".formatted(copied.lines()));
      return ExitCode.FAILED;
    }
    out().printf("%d lines in %s, SHA-256 %s%n", copied.lines(), target, sha256(copied.last()));
    out().flush();
    return ExitCode.DONE;
  }

  private static String sha256(String end) {
    try {
      return new ObjectMapper().readTree(end).path("sha256").asText();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the service sent an end that is not JSON: " + end, e);
    }
  }
}
