package io.metasched.service.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.service.client.ApiClient;
import io.metasched.service.run.RunSignal;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command that signals a job. */
@Command(
    name = "signal",
    description = "Sends a signal to all processes of a running job.",
    mixinStandardHelpOptions = true)
final class SignalCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClientOptions options;

  @Parameters(index = "0", paramLabel = "JOB", description = "Its id.")
  private String job = "";

  @Parameters(
      index = "1",
      paramLabel = "SIGNAL",
      description =
          "One of HUP, INT, QUIT, KILL (which cancels the job), USR1, USR2, ALRM, TERM,"
              + " CONT, STOP and WINCH, in any case, with or without SIG, or its number.")
  private String signal = "";

  @Override
  public Integer call() {
    var wanted =
        RunSignal.parse(signal)
            .orElseThrow(
                () ->
                    new ParameterException(
                        spec.commandLine(),
                        "signal: allowed is %s, given was '%s'"
                            .formatted(RunSignal.ALLOWED, signal)));
    options
        .client()
        .post(
            "/v1/jobs/" + ApiClient.part(job) + ":signal",
            JsonNodeFactory.instance.objectNode().put("signal", wanted.name()),
            Optional.empty());
    return ExitCode.DONE;
  }
}
