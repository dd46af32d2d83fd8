package io.metasched.service.cli;

import io.metasched.metascheduler.program.ExitCode;
import io.metasched.service.client.ServiceException;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
  private static final String END = "{\"line\":\"end\"";

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "File to write, instead of printing; an incomplete file is deleted.")
  private @Nullable Path file;

  @Override
  public Integer call() {
    var target = file;
    if (target == null) {
      return answer(copy(out()));
    }
    var part = target.resolveSibling(target.getFileName() + ".part");
    try {
      Copied copied;
      try (var out = Files.newBufferedWriter(part)) {
        copied = copy(new BufferedWriter(out));
      }
      if (copied.whole()) {
        Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
        out().printf("%d lines in %s%n", copied.lines(), target);
        out().flush();
      }
      return answer(copied);
    } catch (IOException e) {
      throw new IllegalStateException(
          "%s cannot be written: %s".formatted(target, e.getMessage()), e);
    } finally {
      var unused = part.toFile().delete();
    }
  }

  private record Copied(long lines, boolean whole) {}

  private int answer(Copied copied) {
    if (!copied.whole()) {
      ServiceCommands.say(
          spec.commandLine(), "the history ended early, after %d lines".formatted(copied.lines()));
    }
    return copied.whole() ? ExitCode.DONE : ExitCode.FAILED;
  }

  private Copied copy(Writer out) {
    long lines = 0;
    String last = "";
    try (var in =
        new BufferedReader(
            new InputStreamReader(
                options.client().stream("/v1/history"), StandardCharsets.UTF_8))) {
      for (var line = in.readLine(); line != null; line = in.readLine()) {
        out.write(line);
        out.write('\n');
        last = line;
        lines++;
      }
      out.flush();
    } catch (ServiceException e) {
      throw e;
    } catch (IOException e) {
      return new Copied(lines, false);
    }
    return new Copied(lines, last.startsWith(END));
  }
}
