package io.metasched.service.agent.link;

import io.metasched.service.site.Site;
import io.metasched.service.site.SiteCalendar;
import io.metasched.service.site.SiteHolds;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/** Site of which no time is taken. */
record StubSite(SiteHolds stub) implements Site {
  @Override
  public String description() {
    return "a stub";
  }

  @Override
  public SiteHolds holds(Clock clock) {
    return stub;
  }

  @Override
  public SiteCalendar calendar(Instant now, Instant until) {
    return SiteCalendar.unused(now, List.of());
  }
}
