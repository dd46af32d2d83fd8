package io.metasched.metascheduler.program;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code metasched rerun}: computes recorded decisions again and compares them. */
@Command(
    name = "rerun",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the scenario of a result folder, or the cycles of an exported history, again;"
          + " exit 1 if a placement differs.",
      "No plug-in is loaded from a folder: name the jars of the run again; they are compared by"
          + " SHA-256."
    })
final class RerunCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "PATH",
      description = "A result folder, or a file of 'metasched history'.")
  private Path path = Path.of("");

  @Option(names = "--json", description = "Prints one JSON object instead of lines.")
  private boolean json;

  @Option(
      names = "--plugins",
      split = ",",
      paramLabel = "JAR",
      description = "For a result folder: jars with policies, which run with all your permissions.")
  private List<Path> plugins = new ArrayList<>();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    if (!Files.exists(path)) {
      throw new ParameterException(
          spec.commandLine(), "%s: no such result folder or exported history".formatted(path));
    }
    var options = new ProgramPart.RerunOptions(json, plugins, spec.commandLine());
    for (var part : Metasched.parts()) {
      var rerun = part.rerun(path, options);
      if (rerun.isPresent()) {
        return of(part, rerun.get());
      }
    }
    throw new ParameterException(
        spec.commandLine(), "%s: neither a result folder nor an exported history".formatted(path));
  }

  private int of(ProgramPart part, Callable<Integer> rerun) throws Exception {
    try {
      return rerun.call();
    } catch (ParameterException e) {
      throw e;
    } catch (Exception e) {
      return part.failed(e, spec.commandLine());
    }
  }
}
