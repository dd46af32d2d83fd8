package io.metasched.simulation.driver.cluster;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import io.metasched.metascheduler.deployment.LinesPerMinute;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Lets through a few log lines of one cause in a minute, and says how many more there were: what
 * strangers send must not fill a disk. A cause is a logger with a level. conf/logback.xml names it,
 * behind other filters of an appender. Thread-safe.
 */
public final class LogLimit extends Filter<ILoggingEvent> {
  private final LinesPerMinute lines;
  private int perMinute = 20;

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
    lines = new LinesPerMinute(nanoTime, output, "left out");
  }

  /** Sets how many lines a cause may have in a minute. */
  public void setPerMinute(int lines) {
    perMinute = lines;
  }

  @Override
  public FilterReply decide(ILoggingEvent event) {
    var cause = event.getLevel() + " " + event.getLoggerName().replaceAll(".*\\.", "");
    return lines.passes(cause, perMinute) ? FilterReply.NEUTRAL : FilterReply.DENY;
  }

  /** Reports what was left out and not yet told. */
  @Override
  public void stop() {
    lines.reportAll(perMinute);
    super.stop();
  }
}
