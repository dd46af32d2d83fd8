package io.metasched.service.cli;

import io.metasched.metascheduler.program.ExitCode;
import io.metasched.service.config.ServiceSettings;
import io.metasched.service.start.Restore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command that restores a backup. */
@Command(
    name = "restore",
    description = {
      "Writes a backup into an empty event store, while no service runs.",
      "The backup is checked first, as by 'metasched check-book'. A new token of an administrator is"
          + " written to tokens/admin; all earlier tokens stay valid."
    },
    mixinStandardHelpOptions = true)
final class RestoreCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "FILE", description = "Backup made by 'metasched backup'.")
  private @Nullable Path file;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "CONF",
      description = "File with the settings of the service, as for 'metasched serve'.")
  private @Nullable Path conf;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Folder of the event store and the tokens.")
  private @Nullable Path data;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    var command = spec.commandLine();
    var settings =
        ServiceSettings.read(
            Optional.ofNullable(conf),
            Optional.ofNullable(data),
            Optional.empty(),
            ClientOptions.home());
    var now = Clock.systemUTC().instant();
    var restored =
        OfflineBackup.read(
            Objects.requireNonNull(file), command, each -> Restore.run(each, settings, now));
    int code = OfflineBackup.answer(restored, command, "restored");
    if (code == ExitCode.DONE) {
      command
          .getOut()
          .println("the administrator's token is in " + settings.data().resolve("tokens/admin"));
      command.getOut().flush();
    }
    return code;
  }
}
