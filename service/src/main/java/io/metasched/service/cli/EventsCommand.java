package io.metasched.service.cli;

import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.PrintableText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command that prints events as they occur. */
@Command(
    name = "events",
    description = "Prints events, one JSON object per line, until it is interrupted.",
    mixinStandardHelpOptions = true)
final class EventsCommand extends ClientCommand {
  private static final String DATA = "data: ";

  @Option(
      names = "--after",
      paramLabel = "N",
      description = "Begin after the event with this number, instead of now; 0: all events.")
  private @Nullable Long after;

  @Override
  public Integer call() {
    var path = after == null ? "/v1/events" : "/v1/events?after=" + after;
    var out = out();
    try (var lines =
        new BufferedReader(
            new InputStreamReader(options.client().stream(path), StandardCharsets.UTF_8))) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(DATA)) {
          out.println(PrintableText.json(line.substring(DATA.length())));
          out.flush();
        }
      }
    } catch (IOException e) {
      report("the connection to the service was lost");
      return ExitCode.UNREACHABLE;
    }
    return ExitCode.DONE;
  }
}
