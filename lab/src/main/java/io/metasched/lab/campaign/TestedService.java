package io.metasched.lab.campaign;

import io.metasched.service.config.ServiceSettings;
import io.metasched.service.start.LiveService;
import io.metasched.service.start.RunExecutors;
import io.metasched.service.store.WriterLease;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * The service as run by {@code metasched serve}, with a clock that is set by a campaign. Its
 * machines keep the real clock.
 */
final class TestedService {
  // a fifth of the default, so that a killed service is replaced sooner
  private static final WriterLease.Timing LEASE =
      new WriterLease.Timing(Duration.ofMillis(200), Duration.ofSeconds(2));

  /** Line printed when the service accepts requests. */
  static final String SERVES = "serves";

  private TestedService() {}

  /**
   * Runs the service; the arguments are settings, data folder, port, file of the clock offset, and
   * folder of the program.
   */
  @SuppressWarnings("SystemOut")
  public static void main(String[] args) throws InterruptedException {
    var settings =
        ServiceSettings.read(
            Optional.of(Path.of(args[0])),
            Optional.of(Path.of(args[1])),
            Optional.of(Integer.parseInt(args[2])),
            Path.of(args[4]));
    var conf = Optional.of(Path.of(args[4], "conf"));
    boolean hasAgents = settings.executor().equals("agents");
    var service =
        LiveService.start(
            settings,
            new SharedOffset(Path.of(args[3])).clock(),
            "campaign",
            LEASE,
            (own, clock) -> RunExecutors.open(own, hasAgents ? clock : Clock.systemUTC(), conf));
    var ended = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  service.close();
                  ended.countDown();
                },
                "end"));
    System.out.println(SERVES);
    System.out.flush();
    // on a separate thread: the exit waits for the thread that detected the takeover
    service
        .overtaken()
        .thenRunAsync(() -> System.exit(1), task -> new Thread(task, "overtaken").start());
    ended.await();
  }
}
