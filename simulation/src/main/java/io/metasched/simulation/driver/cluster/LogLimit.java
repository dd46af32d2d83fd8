package io.metasched.simulation.driver.cluster;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Lets through a few log lines of one cause in a minute, and says how many more there were: what
 * strangers send must not fill a disk. A cause is a logger with a level. conf/logback.xml names it,
 * behind other filters of an appender. Thread-safe.
 */
public final class LogLimit extends Filter<ILoggingEvent> {
  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

  private final LongSupplier nanoTime;
  private final Consumer<String> output;
  private final TreeMap<String, Minute> minutes = new TreeMap<>();
  private int perMinute = 20;

  /** The lines of a cause in its present minute. */
  private static final class Minute {
    private final long begun;
    private long lines;

    Minute(long begun) {
      this.begun = begun;
    }
  }

  /** As conf/logback.xml makes it. */
  public LogLimit() {
    this(System::nanoTime, System.err::println);
  }

  /**
   * A limit by another clock.
   *
   * @param output takes the lines with the counts
   */
  LogLimit(LongSupplier nanoTime, Consumer<String> output) {
    this.nanoTime = nanoTime;
    this.output = output;
  }

  /** Sets how many lines a cause may have in a minute. */
  public void setPerMinute(int lines) {
    perMinute = lines;
  }

  @Override
  public synchronized FilterReply decide(ILoggingEvent event) {
    var cause = event.getLevel() + " " + event.getLoggerName().replaceAll(".*\\.", "");
    long now = nanoTime.getAsLong();
    var minute = minutes.computeIfAbsent(cause, c -> new Minute(now));
    if (now - minute.begun >= MINUTE) {
      report(cause, minute);
      minute = new Minute(now);
      minutes.put(cause, minute);
    }
    minute.lines++;
    if (minute.lines == perMinute + 1) {
      output.accept("%s - more lines of this kind are counted, not shown".formatted(cause));
    }
    return minute.lines <= perMinute ? FilterReply.NEUTRAL : FilterReply.DENY;
  }

  private void report(String cause, Minute minute) {
    if (minute.lines > perMinute) {
      output.accept(
          "%s - %d more lines within a minute were left out"
              .formatted(cause, minute.lines - perMinute));
    }
  }

  /** Reports what was left out and not yet told. */
  @Override
  public synchronized void stop() {
    minutes.forEach(this::report);
    minutes.clear();
    super.stop();
  }
}
