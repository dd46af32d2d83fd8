package io.metasched.service.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.metascheduler.program.ProgramPart.RerunOptions;
import io.metasched.service.history.CycleRerun;
import io.metasched.service.history.HistoryException;
import io.metasched.service.history.HistoryFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;

/** Replay of an exported history, with a comparison of placements. */
final class RerunHistory {
  private RerunHistory() {}

  /** Replays the history, prints whether the placements are equal, and returns the exit code. */
  static int rerun(Path file, RerunOptions options) {
    try {
      return print(HistoryFile.rerun(file), file, options);
    } catch (HistoryException e) {
      ServiceCommands.say(options.command(), String.valueOf(e.getMessage()));
    } catch (CharacterCodingException e) {
      ServiceCommands.say(options.command(), file + ": it is not UTF-8 text");
    } catch (IOException e) {
      ServiceCommands.say(
          options.command(), file + ": it cannot be read: " + PrintableText.reason(e));
    }
    return ExitCode.BAD_USAGE;
  }

  private static int print(CycleRerun.Result result, Path file, RerunOptions options) {
    var out = options.command().getOut();
    if (options.json()) {
      var answer = JsonNodeFactory.instance.objectNode();
      answer.put("kind", "history");
      answer.put("same", result.isSame());
      answer.put("cycles", result.cycles()).put("moves", result.moves());
      answer.put("unknown", result.unknown()).put("windows", result.windows());
      answer.put("recorded", result.recorded()).put("planned", result.planned());
      answer.put("differences", result.differences());
      result.first().ifPresent(text -> answer.put("first", text));
      out.println(answer);
    } else {
      out.printf("history %s%n", file);
      out.printf(
          "%d cycles and %d passes of moves planned again, %d windows%n",
          result.cycles(), result.moves(), result.windows());
      if (result.unknown() > 0) {
        out.printf(
            "%d more could not be planned again, because the history lacks their input%n",
            result.unknown());
      }
      out.printf("recorded: %s%nplanned:  %s%n", result.recorded(), result.planned());
      out.println(result.isSame() ? "the same placements" : "DIFFERENT placements");
      result
          .first()
          .ifPresent(
              text ->
                  out.printf(
                      "%d differ, the first is %s%n",
                      result.differences(), PrintableText.replaced(text)));
    }
    out.flush();
    return result.isSame() ? ExitCode.DONE : ExitCode.FAILED;
  }
}
