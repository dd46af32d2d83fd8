package io.metasched.service.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.run.StagedFile;
import io.metasched.service.script.ScriptFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Job from words as on the command line: options, then a script, or a command after --. */
final class JobWords {
  private static final String SCRIPT = "job-script";

  private JobWords() {}

  /**
   * Returns the job in the form of a request.
   *
   * @param folder folder to which paths are relative
   * @param words script and its arguments, or command
   * @param isScript whether the first word is a script, whose options precede the given ones
   * @throws IllegalArgumentException for an invalid option, or a file that cannot be read
   */
  static ObjectNode job(JobOptions wanted, Path folder, List<String> words, boolean isScript) {
    var job = JsonNodeFactory.instance.objectNode();
    var file = folder.resolve(words.get(0));
    wanted.relativeTo(folder);
    List<String> command = words;
    if (isScript) {
      var script = checked(file + ": ", () -> script(file));
      script.directives().forEach(each -> obey(job, file, folder, each));
      wanted.into(job);
      command = command(script, words, job.at("/run").has("chdir"));
      JobOptions.add(job, StagedFile.of(SCRIPT, script.bytes()));
    } else {
      wanted.into(job);
    }
    command.forEach(job.withObject("/run").withArray("command")::add);
    JobOptions.complete(job, JobOptions.nameOf(file));
    return job;
  }

  /**
   * Returns the job from all words of a submit command.
   *
   * @param folder folder to which paths are relative
   * @throws IllegalArgumentException for an invalid option, or a file that cannot be read
   */
  static ObjectNode job(Path folder, List<String> words) {
    return checked(
        "",
        () -> {
          var all = new AllWords();
          parser(all).setStopAtPositional(true).parseArgs(words.toArray(String[]::new));
          int before = words.size() - all.words.size() - 1;
          return job(all.wanted, folder, all.words, before < 0 || !words.get(before).equals("--"));
        });
  }

  private static CommandLine parser(Object options) {
    return new CommandLine(options).setExpandAtFiles(false).setOverwrittenOptionsAllowed(true);
  }

  private static ScriptFile script(Path file) {
    if (!Files.exists(file)) {
      throw new IllegalArgumentException("there is no such file; a command goes after --");
    }
    return ScriptFile.of(JobOptions.bytes(file), "#METASCHED");
  }

  private static void obey(ObjectNode job, Path file, Path folder, ScriptFile.Directive directive) {
    checked(
        "%s: line %d: ".formatted(file, directive.line()),
        () -> {
          var options = new ScriptOptions();
          parser(options).parseArgs(directive.words().toArray(String[]::new));
          options.wanted.relativeTo(folder);
          options.wanted.into(job);
          return job;
        });
  }

  private static <T> T checked(String place, Supplier<T> step) {
    try {
      return step.get();
    } catch (IllegalArgumentException | ParameterException e) {
      throw new IllegalArgumentException(place + e.getMessage(), e);
    }
  }

  /**
   * Returns the command that runs a script; in a folder other than the working folder, the script
   * is called by its absolute path.
   */
  private static List<String> command(ScriptFile script, List<String> words, boolean isElsewhere) {
    var command = new ArrayList<String>();
    if (isElsewhere) {
      var line =
          script.interpreter().stream()
              .map(word -> "'" + word.replace("'", "'\\''") + "'")
              .collect(Collectors.joining(" ", "exec ", " \"$METASCHED_FOLDER/work/$0\" \"$@\""));
      command.addAll(List.of(ScriptFile.SHELL, "-c", line, SCRIPT));
    } else {
      command.addAll(script.interpreter());
      command.add(SCRIPT);
    }
    command.addAll(words.subList(1, words.size()));
    return command;
  }

  /** Options allowed in a script. */
  @Command(name = "script")
  static final class ScriptOptions {
    @Mixin private JobOptions wanted = new JobOptions();
  }

  /** Words of a submit command. */
  @Command(name = "submit")
  static final class AllWords {
    @Mixin private JobOptions wanted = new JobOptions();

    @Parameters(arity = "1..*", paramLabel = "SCRIPT [ARG...] | -- COMMAND [ARG...]")
    private List<String> words = List.of();
  }
}
