package io.metasched.simulation.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The standard error of this process. What a thread prints of an error for which it ends, such as
 * missing memory, does not appear: the process ends with one line instead. The libraries print such
 * errors themselves, which is how they are found whatever thread they come from.
 */
final class FatalErrors extends PrintStream {
  private static final String ACTOR = "Uncaught error from thread [";
  private static final String THREAD = "Exception in thread \"";

  /** What the JVM says of missing memory, each by its beginning. */
  private static final List<String> MISSING_MEMORY =
      List.of(
          "Java heap space",
          "GC overhead limit exceeded",
          "Metaspace",
          "Compressed class space",
          "Cannot reserve ",
          "Requested array size exceeds VM limit",
          "unable to create native thread");

  private final Runnable outOfMemory;
  private volatile @Nullable Thread dying;
  private volatile boolean isSilent;

  /**
   * @param outOfMemory ends the process
   */
  FatalErrors(PrintStream stderr, Runnable outOfMemory) {
    super(stderr, true, StandardCharsets.UTF_8);
    this.outOfMemory = outOfMemory;
  }

  /** Nothing appears any more: why the process ends is said elsewhere. */
  void beSilent() {
    isSilent = true;
  }

  @Override
  public void write(int b) {
    if (!isSilent) {
      super.write(b);
    }
  }

  @Override
  public void write(byte[] bytes, int from, int length) {
    if (!isSilent) {
      super.write(bytes, from, length);
    }
  }

  @Override
  public void print(@Nullable String text) {
    if (text != null && (text.startsWith(ACTOR) || text.startsWith(THREAD))) {
      dying = Thread.currentThread();
    }
    if (dying == Thread.currentThread() && isMissingMemory(text)) {
      // here, as a stack to print takes memory
      outOfMemory.run();
      standStill();
    }
    if (!isDying()) {
      super.print(text);
    }
  }

  @Override
  public void println(@Nullable String text) {
    if (!isDying()) {
      super.println(text);
    }
  }

  /** The error itself comes behind the announcement of it. */
  @Override
  public void println(@Nullable Object error) {
    if (dying != Thread.currentThread()) {
      if (!isSilent) {
        super.println(error);
      }
      return;
    }
    if (error instanceof OutOfMemoryError) {
      outOfMemory.run();
    } else {
      ProcessEnd.fail("the run failed: " + error);
    }
    standStill();
  }

  /**
   * The thread says no more until the process has ended. It waits without the lock of this stream,
   * which it has while it prints a stack.
   */
  private synchronized void standStill() {
    while (true) {
      try {
        wait();
      } catch (InterruptedException goOn) {
        // it says no more
      }
    }
  }

  /** Takes no memory itself, not even an iterator. */
  private static boolean isMissingMemory(@Nullable String text) {
    for (int i = 0; text != null && i < MISSING_MEMORY.size(); i++) {
      if (text.startsWith(MISSING_MEMORY.get(i))) {
        return true;
      }
    }
    return false;
  }

  private boolean isDying() {
    return isSilent || dying == Thread.currentThread();
  }
}
