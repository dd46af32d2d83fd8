package io.metasched.simulation.driver.cluster;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import io.metasched.metascheduler.deployment.LinesPerMinute;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Log filter that limits the number of lines per cause and minute, because messages of untrusted
 * peers must not fill a disk. It logs the number of suppressed lines. A cause is a logger with a
 * level. Referenced by conf/logback.xml, after other filters of an appender. Thread-safe.
 */
public final class LogLimit extends Filter<ILoggingEvent> {
  private final LinesPerMinute lines;
  private int perMinute = 20;

  /** Creates a filter for conf/logback.xml. */
  public LogLimit() {
    this(System::nanoTime, System.err::println);
  }

  /**
   * Creates a filter with another clock.
   *
   * @param output receives the lines with the counts
   */
  LogLimit(LongSupplier nanoTime, Consumer<String> output) {
    lines = new LinesPerMinute(nanoTime, output, "suppressed");
  }

  /** Sets the maximum number of lines of a cause per minute. */
  public void setPerMinute(int lines) {
    perMinute = lines;
  }

  @Override
  public FilterReply decide(ILoggingEvent event) {
    var cause = event.getLevel() + " " + event.getLoggerName().replaceAll(".*\\.", "");
    return lines.passes(cause, perMinute) ? FilterReply.NEUTRAL : FilterReply.DENY;
  }

  /** Reports the number of suppressed lines that have not been reported yet. */
  @Override
  public void stop() {
    lines.reportAll(perMinute);
    super.stop();
  }
}
