package io.metasched.simulation.driver.cluster;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;

/**
 * Log filter for messages about connections. Accepts only messages about a connection that failed
 * for a reason, such as bytes that are not a message; the end of a connection is not logged.
 * Referenced by conf/logback.xml.
 */
public final class FailedConnections extends Filter<ILoggingEvent> {
  private static final String REASON = " because of downstream failure: ";

  @Override
  public FilterReply decide(ILoggingEvent event) {
    return event.getFormattedMessage().contains(REASON) ? FilterReply.NEUTRAL : FilterReply.DENY;
  }
}
