package io.metasched.service.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.service.history.HistoryException;
import io.metasched.service.history.HistoryFile;
import io.metasched.service.history.Rerun;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
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

  @Override
  public Integer call() {
    try {
      return print(HistoryFile.rerun(file));
    } catch (HistoryException e) {
      ServiceCommands.say(spec.commandLine(), String.valueOf(e.getMessage()));
    } catch (CharacterCodingException e) {
      ServiceCommands.say(spec.commandLine(), file + ": it is no text in UTF-8");
    } catch (IOException e) {
      ServiceCommands.say(spec.commandLine(), file + ": it cannot be read: " + e.getMessage());
    }
    return ServiceCommands.BAD_USAGE;
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
