package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Overall deadline, which expires without progress according to a manual clock. */
final class RunDeadlineTest {
  private final AtomicLong seconds = new AtomicLong();
  private final CountDownLatch reads = new CountDownLatch(4);

  private long nanos() {
    reads.countDown();
    return TimeUnit.SECONDS.toNanos(seconds.get());
  }

  private RunDeadline deadline(CompletableFuture<String> expired) {
    return RunDeadline.watch(
        Duration.ofSeconds(2), this::nanos, "the JVMs were starting", expired::complete);
  }

  @Test
  void progressIsReportedWhenNothingMoreIsDone() throws Exception {
    var expired = new CompletableFuture<String>();
    try (var deadline = deadline(expired)) {
      seconds.set(2);
      deadline.progress("policy css was in cycle 3");
      seconds.set(4);
      reads.await();
      assertThat(expired).isNotDone();

      seconds.set(5);

      assertThat(expired.get())
          .startsWith("the run failed: no progress for 2 s while policy css was in cycle 3;")
          .contains("metasched.deployment.progress-timeout");
    }
  }

  @Test
  void aRunThatIsOverHasNone() throws Exception {
    var expired = new CompletableFuture<String>();
    deadline(expired).close();
    seconds.set(100);

    try (var another = deadline(new CompletableFuture<>())) {
      another.progress("");
      reads.await(); // by now the first deadline would have been checked
    }

    assertThat(expired).isNotDone();
  }
}
