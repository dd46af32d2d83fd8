package io.metasched.service.campaign;

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
 * The service as {@code metasched serve} runs it, with a clock that a campaign sets. Its machines
 * keep the real one.
 */
final class TestedService {
  // a fifth of what is usual, so that a killed one is followed sooner
  private static final WriterLease.Timing LEASE =
      new WriterLease.Timing(Duration.ofMillis(200), Duration.ofSeconds(2));

  /** What it prints once it serves. */
  static final String SERVES = "serves";

  private TestedService() {}

  /** Arguments: settings, data folder, port, the file of the offset, the folder of the program. */
  @SuppressWarnings("SystemOut")
  public static void main(String[] args) throws InterruptedException {
    var settings =
        ServiceSettings.read(
            Optional.of(Path.of(args[0])),
            Optional.of(Path.of(args[1])),
            Optional.of(Integer.parseInt(args[2])),
            Path.of(args[4]));
    var conf = Optional.of(Path.of(args[4], "conf"));
    boolean hasLink = settings.agents().listen().isPresent();
    var service =
        LiveService.start(
            settings,
            new SharedOffset(Path.of(args[3])).clock(),
            "campaign",
            LEASE,
            (own, clock) -> RunExecutors.open(own, hasLink ? clock : Clock.systemUTC(), conf));
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
    // on a thread of its own: to end waits for the one that has found out
    service
        .overtaken()
        .thenRunAsync(() -> System.exit(1), task -> new Thread(task, "overtaken").start());
    ended.await();
  }
}
