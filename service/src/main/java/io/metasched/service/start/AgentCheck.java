package io.metasched.service.start;

import io.metasched.service.agent.link.NodesFile;
import io.metasched.service.agent.process.AgentException;
import io.metasched.service.site.SiteException;
import io.metasched.service.site.SiteTerms;
import io.metasched.service.site.TakenSpan;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Check of the settings of an agent of a site: its site is asked, but nothing is changed there. */
public final class AgentCheck {
  private static final Duration AHEAD = Duration.ofDays(1);
  private static final String NO_AGENT = "ms-00000000-"; // prefix before the first start

  private AgentCheck() {}

  /**
   * Returns what an agent of a site would sell, one line for the site and one for each node.
   *
   * @throws AgentException if the site does not answer, lacks a node, or does not let this user
   *     hold time
   */
  public static List<String> lines(AgentSettings settings, NodesFile nodes, SiteOpening opening) {
    var folder = settings.executor().folder();
    boolean isKnown = Files.exists(folder.resolve("agent.id"));
    var prefix = isKnown ? AgentIdentity.of(folder).prefix() : NO_AGENT;
    var site = opening.open(prefix);
    var own = settings.site();
    var now = Instant.now();
    try {
      var taken = site.calendar(now, now.plus(AHEAD)).taken();
      if (own.promise().sells()) {
        AgentHost.requirePermission(site, site.holds(Clock.systemUTC()), nodes);
        opening.checkRuns(prefix, settings, nodes);
      }
      var lines = new ArrayList<String>();
      lines.add("%s: %s".formatted(site.description(), terms(own)));
      nodes
          .namesAtSite()
          .forEach(
              (name, atSite) -> {
                var spans = taken.get(atSite);
                if (spans == null) {
                  throw new AgentException(
                      "%s: the site has no node %s for sale".formatted(site.description(), atSite));
                }
                lines.add("%s: %s".formatted(name, use(spans, now)));
              });
      return lines;
    } catch (SiteException e) {
      throw new AgentException(
          "%s: its time cannot be read: %s".formatted(site.description(), e.getMessage()));
    }
  }

  private static String terms(SiteSettings own) {
    return own.promise() == SiteTerms.Promise.SHADOW
        ? "nothing is sold"
        : "%s windows, and %d s before each"
            .formatted(
                own.promise() == SiteTerms.Promise.FIRM ? "firm" : "advised",
                own.lead().toSeconds());
  }

  /** Returns the vacant share of the next day, and the first use by the site. */
  private static String use(List<TakenSpan> spans, Instant now) {
    var vacant = AHEAD;
    var from = now;
    for (var span : spans) { // in order of starts
      var start = span.start().isBefore(from) ? from : span.start();
      if (span.end().isAfter(start)) {
        vacant = vacant.minus(Duration.between(start, span.end()));
        from = span.end();
      }
    }
    var first =
        spans.isEmpty()
            ? ""
            : "; %s from %s to %s"
                .formatted(spans.get(0).reason().label(), spans.get(0).start(), spans.get(0).end());
    return "vacant for %d min of the next %d h%s"
        .formatted(vacant.toMinutes(), AHEAD.toHours(), first);
  }
}
