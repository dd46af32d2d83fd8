package io.metasched.simulation.cli;

import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.simulation.driver.cluster.Jvms;
import java.io.PrintStream;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * End of this process in cases in which a command cannot terminate normally. Either a thread of a
 * library ran out of memory, or the heap stays full although it is collected continuously, or a run
 * has stalled. The process ends with one line and exit code 1, even if other threads hang. Threads
 * started at the beginning print the line, have the results deleted and the other JVMs stopped, and
 * wait for that only for a limited time.
 */
final class ProcessEnd {
  private static final int SECONDS_TO_END = 15;
  private static final int SECONDS_OF_COLLECTING = 15;
  private static final double TOO_MUCH_COLLECTING = 0.95;
  private static final double FULL = 0.6; // share of the heap still in use after collections

  private static final ProcessEnd OF_THIS_ONE = new ProcessEnd();

  private final CountDownLatch begun = new CountDownLatch(1);
  private final AtomicBoolean isBegun = new AtomicBoolean();
  private final PrintStream stderr = System.err;
  private volatile @Nullable FatalErrors errors;
  private volatile byte[] line = {};
  private volatile boolean isSilent;
  private volatile int exitCode = ExitCode.FAILED;

  private ProcessEnd() {}

  /** Starts watching for all these cases. */
  static void watch() {
    OF_THIS_ONE.start();
  }

  /**
   * Suppresses the out-of-memory report of this JVM, because the process that started it reports
   * the error.
   */
  static void bePartOfRun() {
    OF_THIS_ONE.isSilent = true;
  }

  /** Returns whether {@link #bePartOfRun} was called. */
  static boolean isPartOfRun() {
    return OF_THIS_ONE.isSilent;
  }

  /**
   * Ends the process with exit code 1 and a line, even if other threads hang; returns immediately.
   */
  static void fail(String why) {
    OF_THIS_ONE.begin(bytes(why), ExitCode.FAILED);
  }

  /** Returns whether this process has begun to end itself. */
  static boolean hasBegun() {
    return OF_THIS_ONE.isBegun.get();
  }

  /** Removes a shutdown hook; returns false if the process is ending, and the hook runs. */
  static boolean removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
      return true;
    } catch (IllegalStateException shuttingDown) {
      return false;
    }
  }

  /** Ends the process with an exit code; halts it if that takes too long. */
  static void exit(int code) {
    OF_THIS_ONE.begin(new byte[0], code);
    System.exit(code);
  }

  /** Returns the message for exhausted memory. */
  static String tooLittleMemory() {
    return ("the run failed: %d MiB of memory are not enough; give more"
            + " (METASCHED_JAVA_OPTS=-Xmx4g) or make the scenario smaller")
        .formatted(Runtime.getRuntime().maxMemory() >> 20);
  }

  private static byte[] bytes(String why) {
    return ("metasched: " + PrintableText.line(why) + System.lineSeparator())
        .getBytes(StandardCharsets.UTF_8);
  }

  private void start() {
    var outOfMemory = bytes(tooLittleMemory());
    line = outOfMemory; // formatted while memory is available
    var errors = new FatalErrors(stderr, this::beginOutOfMemory);
    this.errors = errors;
    System.setErr(errors);
    daemon(this::end, "end");
    daemon(this::haltInTheEnd, "halt");
    daemon(this::watchMemory, "watch-memory");
  }

  private static void daemon(Runnable body, String name) {
    var thread = new Thread(body, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void beginOutOfMemory() {
    begin(isSilent ? new byte[0] : line, isSilent ? Jvms.OUT_OF_MEMORY : ExitCode.FAILED);
  }

  private void begin(byte[] last, int code) {
    if (isBegun.compareAndSet(false, true)) {
      line = last;
      exitCode = code;
      begun.countDown();
    }
  }

  private void end() {
    await(begun);
    if (line.length > 0 || exitCode == Jvms.OUT_OF_MEMORY) {
      beSilent(); // failures during the shutdown are irrelevant
    }
    stderr.write(line, 0, line.length);
    stderr.flush();
    System.exit(exitCode);
  }

  private void beSilent() {
    var known = errors;
    if (known != null) {
      known.beSilent();
    }
  }

  private void haltInTheEnd() {
    await(begun);
    try {
      TimeUnit.SECONDS.sleep(SECONDS_TO_END);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(exitCode);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Watches the heap. A run in which nearly all time goes into collections for a while, with the
   * heap still full, will not finish. On a busy machine one collection may take that long.
   */
  private void watchMemory() {
    try {
      TimeUnit.SECONDS.sleep(SECONDS_OF_COLLECTING);
      var collectors = ManagementFactory.getGarbageCollectorMXBeans();
      long collected = millis(collectors);
      long at = System.nanoTime();
      while (true) {
        TimeUnit.SECONDS.sleep(SECONDS_OF_COLLECTING);
        long now = System.nanoTime();
        long collectedNow = millis(collectors);
        double share = (collectedNow - collected) * 1e6 / (now - at);
        if (share > TOO_MUCH_COLLECTING && isFull()) {
          beginOutOfMemory();
        }
        collected = collectedNow;
        at = now;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (OutOfMemoryError e) {
      beginOutOfMemory();
    }
  }

  private static boolean isFull() {
    var runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory() > FULL * runtime.maxMemory();
  }

  private static long millis(Iterable<GarbageCollectorMXBean> collectors) {
    long sum = 0;
    for (var collector : collectors) {
      sum += collector.getCollectionTime();
    }
    return sum;
  }
}
