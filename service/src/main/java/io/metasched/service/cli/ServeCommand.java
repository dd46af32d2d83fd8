package io.metasched.service.cli;

import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.service.config.ServiceSettings;
import io.metasched.service.run.RunExecutor;
import io.metasched.service.start.LiveService;
import io.metasched.service.start.RunExecutors;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command that runs the service until it is stopped. */
@Command(
    name = "serve",
    description = {
      "Runs the live service: accepts jobs over HTTP, plans them, and runs them on this machine.",
      "Ends on TERM or INT; running jobs continue, and the next start supervises them again."
    },
    mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "CONF",
      description = "File with your settings; conf/service.conf has every key.")
  private @Nullable Path conf;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Folder of the event store, the tokens and the runs.")
  private @Nullable Path data;

  @Option(
      names = "--port",
      paramLabel = "P",
      description = "Port of the API; 0 takes any free port.")
  private @Nullable Integer port;

  @Override
  public Integer call() throws InterruptedException {
    var settings =
        ServiceSettings.read(
            Optional.ofNullable(conf),
            Optional.ofNullable(data),
            Optional.ofNullable(port),
            ClientOptions.home());
    var version = Metasched.version();
    var service = LiveService.start(settings, Clock.systemUTC(), version, ServeCommand::executor);
    var over = new CountDownLatch(1);
    var ended = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  over.countDown();
                  try {
                    ended.await();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                },
                "end"));
    var out = spec.commandLine().getOut();
    out.println("metasched serves at " + service.url());
    out.println("tokens are in " + settings.data().resolve("tokens"));
    out.flush();
    var overtaken = new AtomicBoolean();
    var unused =
        service
            .overtaken()
            .thenRun(
                () -> {
                  overtaken.set(true);
                  over.countDown();
                });
    over.await();
    service.close();
    ended.countDown();
    if (overtaken.get()) {
      throw new IllegalStateException("another service has taken over the event store");
    }
    return ExitCode.DONE;
  }

  private static RunExecutor executor(ServiceSettings settings, Clock clock) {
    return RunExecutors.open(settings, clock, Optional.of(ClientOptions.home().resolve("conf")));
  }
}
