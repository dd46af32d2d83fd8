package io.metasched.metascheduler.deployment;

import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Rate limiter for log lines: a few lines of each cause pass per minute, and the number of
 * suppressed lines is reported. Thread-safe.
 */
public final class LinesPerMinute {
  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

  private final LongSupplier nanoTime;
  private final Consumer<String> output;
  private final String leftOut;
  private final TreeMap<String, Minute> minutes = new TreeMap<>();

  /** Lines of a cause in its current minute. */
  private static final class Minute {
    private final long begun;
    private long lines;

    Minute(long begun) {
      this.begun = begun;
    }
  }

  /**
   * Creates a limiter.
   *
   * @param nanoTime a wall clock
   * @param output receives the lines that report counts
   * @param leftOut participle that describes the suppressed lines in reports, such as "suppressed"
   */
  public LinesPerMinute(LongSupplier nanoTime, Consumer<String> output, String leftOut) {
    this.nanoTime = nanoTime;
    this.output = output;
    this.leftOut = leftOut;
  }

  /** Returns whether one more line of a cause passes. */
  public synchronized boolean passes(String cause, int perMinute) {
    long now = nanoTime.getAsLong();
    var minute = minutes.computeIfAbsent(cause, c -> new Minute(now));
    if (now - minute.begun >= MINUTE) {
      report(cause, minute, perMinute);
      minute = new Minute(now);
      minutes.put(cause, minute);
    }
    minute.lines++;
    if (minute.lines == perMinute + 1) {
      output.accept("%s - more lines of this kind are counted, not shown".formatted(cause));
    }
    return minute.lines <= perMinute;
  }

  private void report(String cause, Minute minute, int perMinute) {
    if (minute.lines > perMinute) {
      output.accept(
          "%s - %d more lines within a minute were %s"
              .formatted(cause, minute.lines - perMinute, leftOut));
    }
  }

  /** Reports the suppressed lines that have not been reported yet. */
  public synchronized void reportAll(int perMinute) {
    minutes.forEach((cause, minute) -> report(cause, minute, perMinute));
    minutes.clear();
  }
}
