package io.metasched.service.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Waits for a job. */
@Command(
    name = "wait",
    description = "Waits until a job is over, and ends with its exit status.",
    mixinStandardHelpOptions = true)
final class WaitCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClientOptions options;

  @Parameters(index = "0", paramLabel = "JOB", description = "Its id.")
  private String job = "";

  @Override
  public Integer call() {
    var outcome = JobWatch.outcome(options.client(), job);
    options.printed(outcome, spec.commandLine().getOut());
    if (!outcome.path("state").asText().equals("finished")) {
      ServiceCommands.say(spec.commandLine(), JobWatch.words(outcome));
    }
    return JobWatch.exitCode(outcome);
  }
}
