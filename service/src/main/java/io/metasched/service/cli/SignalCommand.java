package io.metasched.service.cli;

import io.metasched.metascheduler.program.ExitCode;
import io.metasched.service.client.ApiClient;
import io.metasched.service.run.RunSignal;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Command that signals a job. */
@Command(
    name = "signal",
    description = "Sends a signal to all processes of a running job.",
    mixinStandardHelpOptions = true)
final class SignalCommand extends ClientCommand {
  @Parameters(index = "0", paramLabel = "JOB", description = "Id of the job.")
  private String job = "";

  @Parameters(
      index = "1",
      paramLabel = "SIGNAL",
      description =
          "One of HUP, INT, QUIT, KILL (which cancels the job), USR1, USR2, ALRM, TERM,"
              + " CONT, STOP and WINCH, in upper or lower case, with or without SIG, or the number"
              + " of the signal.")
  private String signal = "";

  @Override
  public Integer call() {
    var wanted =
        RunSignal.parse(signal).orElseThrow(() -> invalid("signal", RunSignal.ALLOWED, signal));
    var path = "/v1/jobs/%s:signal".formatted(ApiClient.part(job));
    options.client().post(path, object().put("signal", wanted.name()), Optional.empty());
    return ExitCode.DONE;
  }
}
