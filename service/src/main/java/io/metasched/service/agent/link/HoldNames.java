package io.metasched.service.agent.link;

import io.metasched.service.site.HoldFinding;
import io.metasched.service.site.HoldRefusal;
import io.metasched.service.site.SiteHold;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Names of holds and nodes at a site, and at the service.
 *
 * @param prefix beginning of the names of this agent's holds at the site
 * @param nodesAtSite name at the site of each node, by its name at the service
 */
public record HoldNames(String prefix, SortedMap<String, String> nodesAtSite) {
  /** Returns a hold with the site's names; empty if this agent does not offer the node. */
  Optional<SiteHold> atSite(SiteHold hold) {
    return Optional.ofNullable(nodesAtSite.get(hold.node()))
        .map(node -> new SiteHold(atSite(hold.name()), node, hold.start(), hold.end()));
  }

  String atSite(String hold) {
    return prefix + hold;
  }

  private String atService(String hold) {
    return hold.startsWith(prefix) ? hold.substring(prefix.length()) : hold;
  }

  HoldRefusal atService(HoldRefusal refusal) {
    return new HoldRefusal(atService(refusal.hold()), refusal.reason(), refusal.text());
  }

  HoldFinding atService(HoldFinding finding) {
    return new HoldFinding(atService(finding.hold()), finding.kind(), finding.detail());
  }
}
