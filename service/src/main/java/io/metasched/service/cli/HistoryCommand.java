package io.metasched.service.cli;

import io.metasched.metascheduler.program.ExitCode;
import java.io.BufferedWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command that exports the history. */
@Command(
    name = "history",
    description = {
      "Exports the stored events, one JSON object per line, for 'metasched rerun'. For"
          + " administrators.",
      "Tokens, commands, variables and input files are not exported."
    },
    mixinStandardHelpOptions = true)
final class HistoryCommand extends ClientCommand {
  private static final String PATH = "/v1/history";

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "File to write, instead of printing; an incomplete file is deleted.")
  private @Nullable Path file;

  @Override
  public Integer call() {
    var target = file;
    if (target == null) {
      return answer(ExportedLines.copy(options.client(), PATH, new BufferedWriter(out())));
    }
    var copied = ExportedLines.copy(options.client(), PATH, target);
    if (copied.areComplete()) {
      out().printf("%d lines in %s%n", copied.lines(), target);
      out().flush();
    }
    return answer(copied);
  }

  private int answer(ExportedLines copied) {
    if (!copied.areComplete()) {
      ServiceCommands.say(
          spec.commandLine(), "the history ended early, after %d lines".formatted(copied.lines()));
    }
    return copied.areComplete() ? ExitCode.DONE : ExitCode.FAILED;
  }
}
