package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Suppression of the output of a terminating thread; the output of other threads is kept. */
final class FatalErrorsTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CountDownLatch outOfMemory = new CountDownLatch(1);
  private final FatalErrors stderr =
      new FatalErrors(new PrintStream(bytes, true, StandardCharsets.UTF_8), outOfMemory::countDown);

  private void dies(Runnable says) throws InterruptedException {
    var thread = new Thread(says);
    thread.setDaemon(true);
    thread.start();
    outOfMemory.await();
  }

  @Test
  void missingMemoryOfAnActorEndsTheProcessWithoutAStack() throws Exception {
    dies(
        () -> {
          stderr.print("Uncaught error from thread [");
          stderr.print("x-1");
          stderr.println("]");
          new OutOfMemoryError("as if").printStackTrace(stderr);
        });
    stderr.println("another");

    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualToIgnoringNewLines("another");
  }

  @Test
  void withoutMemoryForAStackTheMessageOfTheJvmIsShown() throws Exception {
    dies(
        () -> {
          stderr.print("Uncaught error from thread [");
          stderr.print("x-1");
          stderr.print("]: ");
          stderr.print("Java heap space");
          throw new AssertionError("a thread that lacks memory goes on");
        });

    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void otherOutputAboutMemoryAppears() {
    stderr.print("Java heap space");

    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("Java heap space");
  }

  @Test
  void missingMemoryOfAThreadDoesSo() throws Exception {
    dies(
        () -> {
          stderr.print("Exception in thread \"x\" ");
          new OutOfMemoryError("as if").printStackTrace(stderr);
        });

    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void aStackThatIsPrintedOtherwiseAppears() {
    new IllegalStateException("as if").printStackTrace(stderr);

    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .startsWith("java.lang.IllegalStateException: as if")
        .contains("at ");
  }
}
