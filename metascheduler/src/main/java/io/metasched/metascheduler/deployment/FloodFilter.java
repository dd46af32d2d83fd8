package io.metasched.metascheduler.deployment;

import akka.actor.ActorSystem;
import akka.event.EventStream;
import akka.event.LoggingFilter;
import akka.event.slf4j.Slf4jLoggingFilter;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Filter of log events of the libraries. It suppresses events that conf/logback.xml would not show,
 * and all except a few events of one class per minute. Events wait in memory until they are
 * written, so invalid traffic at the port of a node could otherwise exhaust the memory.
 * conf/cluster.conf names this class.
 */
public final class FloodFilter implements LoggingFilter {
  /**
   * Maximum number of events of one class per minute. It is higher than the limit in logback.xml,
   * which reports the number of suppressed events.
   */
  static final int PER_MINUTE = 200;

  private final LoggingFilter shown;
  private final LinesPerMinute lines;

  /** Creates the filter; the library calls this constructor. */
  public FloodFilter(ActorSystem.Settings settings, EventStream events) {
    this(
        new Slf4jLoggingFilter(settings, events),
        System::nanoTime,
        line -> System.err.println(line));
  }

  FloodFilter(LoggingFilter shown, LongSupplier nanoTime, Consumer<String> output) {
    this.shown = shown;
    lines = new LinesPerMinute(nanoTime, output, "suppressed");
  }

  private boolean passes(String level, Class<?> logClass) {
    return lines.passes(level + " " + logClass.getSimpleName(), PER_MINUTE);
  }

  @Override
  public boolean isErrorEnabled(Class<?> logClass, String logSource) {
    return shown.isErrorEnabled(logClass, logSource) && passes("ERROR", logClass);
  }

  @Override
  public boolean isWarningEnabled(Class<?> logClass, String logSource) {
    return shown.isWarningEnabled(logClass, logSource) && passes("WARN", logClass);
  }

  @Override
  public boolean isInfoEnabled(Class<?> logClass, String logSource) {
    return shown.isInfoEnabled(logClass, logSource) && passes("INFO", logClass);
  }

  @Override
  public boolean isDebugEnabled(Class<?> logClass, String logSource) {
    return shown.isDebugEnabled(logClass, logSource) && passes("DEBUG", logClass);
  }
}
