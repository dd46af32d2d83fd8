package io.metasched.service.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.service.book.Recorded;
import io.metasched.service.history.HistoryException;
import io.metasched.service.history.HistoryReader;
import io.metasched.service.history.Rerun;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Plans the cycles of an exported history again. */
@Command(
    name = "rerun",
    description = {
      "Plans the cycles of an exported history again; exit 1 where a placement differs.",
      "No service is needed. Of a result folder, the simulation is run again."
    },
    mixinStandardHelpOptions = true)
final class RerunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "What 'metasched history' has written.")
  private Path file = Path.of("");

  @Option(names = "--json", description = "Prints one JSON object instead of lines.")
  private boolean json;

  private Reader open() throws IOException {
    // malformed input is refused by a decoder that was not told to replace it
    return new BufferedReader(
        new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8.newDecoder()));
  }

  @Override
  public Integer call() {
    try {
      return print(rerun());
    } catch (HistoryException e) {
      ServiceCommands.say(spec.commandLine(), String.valueOf(e.getMessage()));
    } catch (CharacterCodingException e) {
      ServiceCommands.say(spec.commandLine(), file + ": it is no text in UTF-8");
    } catch (IOException e) {
      ServiceCommands.say(spec.commandLine(), file + ": it cannot be read: " + e.getMessage());
    }
    return ServiceCommands.BAD_USAGE;
  }

  /** The file is read twice: what cycles knew is kept from the second time on. */
  private Rerun.Result rerun() throws IOException {
    var seen = new TreeSet<Long>();
    HistoryReader.Summary summary;
    try (var in = open()) {
      var reader = new HistoryReader(file.toString(), in);
      reader.begin();
      summary = reader.events(each -> Rerun.seenBy(each.event()).ifPresent(seen::add));
    }
    try (var in = open()) {
      var reader = new HistoryReader(file.toString(), in);
      var rerun = new Rerun(reader.begin(), seen);
      reader.events((Recorded each) -> rerun.take(each));
      var result = rerun.result();
      if (!result.recorded().equals(summary.placements())) {
        throw new HistoryException(
            "%s: its windows have another digest than its end says".formatted(file));
      }
      return result;
    }
  }

  private int print(Rerun.Result result) {
    var out = spec.commandLine().getOut();
    if (json) {
      var answer = JsonNodeFactory.instance.objectNode();
      answer.put("same", result.isSame());
      answer.put("cycles", result.cycles()).put("moves", result.moves());
      answer.put("unknown", result.unknown()).put("windows", result.windows());
      answer.put("recorded", result.recorded()).put("planned", result.planned());
      answer.put("differences", result.differences());
      result.first().ifPresent(text -> answer.put("first", text));
      out.println(answer);
    } else {
      out.printf(
          "%d cycles and %d times moves planned again, %d windows%n",
          result.cycles(), result.moves(), result.windows());
      if (result.unknown() > 0) {
        out.printf("%d are not: what they knew is not in the history%n", result.unknown());
      }
      out.printf("recorded: %s%nplanned:  %s%n", result.recorded(), result.planned());
      out.println(result.isSame() ? "the same placements" : "DIFFERENT placements");
      result
          .first()
          .ifPresent(
              text ->
                  out.printf(
                      "%d differ, the first is %s%n", result.differences(), TextTable.clean(text)));
    }
    out.flush();
    return result.isSame() ? ServiceCommands.DONE : ServiceCommands.FAILED;
  }
}
