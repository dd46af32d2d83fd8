package io.metasched.simulation.cli;

import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.simulation.run.Results;
import io.metasched.simulation.scenario.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code metasched explain}: shows what happened to one job, step by step. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description =
        "Shows step by step what happened to a job, and why: placed, promised, postponed, refused.")
final class ExplainCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "DIR",
      description = "A result folder; DIR/POLICY for one policy of several.")
  private Path folder = Path.of("");

  @Parameters(index = "1", paramLabel = "JOB", description = "The job's id, as in jobs.csv.")
  private String job = "";

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    var lines = new ArrayList<String>();
    for (var run : Results.foldersIn(folder)) {
      lines.addAll(Results.explain(run, job));
    }
    if (lines.isEmpty()) {
      throw new UsageException(
          "JOB: no run in %s has a job '%s'; jobs.csv has the ids"
              .formatted(folder, PrintableText.line(job)));
    }
    var stdout = spec.commandLine().getOut();
    lines.forEach(stdout::println);
    stdout.flush();
    return ExitCode.DONE;
  }
}
