package io.metasched.simulation.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Standard error of this process, which suppresses the output of a thread about an error that
 * terminates it, such as running out of memory. The process ends with one line instead. The
 * libraries print such errors themselves; their output reveals these errors in any thread.
 */
final class FatalErrors extends PrintStream {
  private static final String ACTOR = "Uncaught error from thread [";
  private static final String THREAD = "Exception in thread \"";

  /** Prefixes of the JVM's out-of-memory messages. */
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

  /**
   * Suppresses all further output, because the reason for the end of the process is reported
   * elsewhere.
   */
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
      // before the stack is printed, because printing it takes memory
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

  /** Prints an object; the error itself is printed after its announcement. */
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
   * Blocks the thread until the process has ended, to prevent further output. Waiting releases the
   * lock of this stream, which the thread holds while it prints a stack.
   */
  private synchronized void standStill() {
    while (true) {
      try {
        wait();
      } catch (InterruptedException goOn) {
        // keep waiting, without output
      }
    }
  }

  /**
   * Returns whether a text reports an out-of-memory error. Allocates nothing, not even an iterator.
   */
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
