package io.metasched.simulation.cluster;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;

/**
 * Of what the library says of connections lets through only those that it has given up for a
 * reason, such as bytes that are no message; that others end is nothing to tell. conf/logback.xml
 * names it.
 */
public final class FailedConnections extends Filter<ILoggingEvent> {
  private static final String REASON = " because of downstream failure: ";

  @Override
  public FilterReply decide(ILoggingEvent event) {
    return event.getFormattedMessage().contains(REASON) ? FilterReply.NEUTRAL : FilterReply.DENY;
  }
}
