package io.metasched.simulation.cli;

import io.metasched.simulation.result.RunFiles;
import io.metasched.simulation.run.Explanation;
import io.metasched.simulation.run.Results;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code metasched explain}: what happened to one job, cycle by cycle. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = "Tells cycle by cycle why a job was placed, requeued, refused or left waiting.")
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
      lines.addAll(Explanation.of(RunFiles.read(run), job));
    }
    var stdout = spec.commandLine().getOut();
    lines.forEach(stdout::println);
    stdout.flush();
    return Metasched.DONE;
  }
}
