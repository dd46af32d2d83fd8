package io.metasched.service.book;

import io.metasched.service.run.Silence;
import io.metasched.service.site.SiteTerms;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Sale policies of owners, and node time taken without jobs. Immutable.
 *
 * @param policies policies by node; a node without a policy is sold at its list price
 * @param changes changes of policies, the last {@value #CHANGES_KEPT} of each node
 * @param claims open claims and finished reservations by id
 * @param open ids of open claims by number
 * @param sites time that sites use for themselves, by node, sorted; nodes without such time are
 *     absent
 * @param past last time that sites have used for themselves, by node, in the order of its end
 * @param terms terms of the nodes whose sites sell time
 * @param kept record of the windows that each site has kept, by domain
 * @param silent nodes that sell nothing because their machine is silent or the clock of the machine
 *     is off
 * @param nextClaim number of the next claim
 */
@RecordBuilder
public record Market(
    SortedTree<String, NodePolicy> policies,
    SortedTree<PolicyChange.Key, PolicyChange> changes,
    SortedTree<String, ClaimRecord> claims,
    SortedTree<Long, String> open,
    SortedTree<String, List<SiteSpan>> sites,
    SortedTree<String, List<SiteSpan>> past,
    SortedTree<String, SiteTerms> terms,
    SortedTree<String, SiteTally> kept,
    SortedMap<String, Silence> silent,
    long nextClaim)
    implements MarketBuilder.With {
  private static final int CHANGES_KEPT = 100;
  private static final int SPANS_KEPT = 50; // of a node

  /** Market without policies and claims. */
  public static final Market EMPTY =
      new Market(
          SortedTree.empty(),
          SortedTree.empty(),
          SortedTree.empty(),
          SortedTree.empty(),
          SortedTree.empty(),
          SortedTree.empty(),
          SortedTree.empty(),
          SortedTree.empty(),
          Collections.emptySortedMap(),
          0);

  public Market {
    silent = Collections.unmodifiableSortedMap(new TreeMap<>(silent));
  }

  /** Returns the claims that take time, in order of their numbers. */
  public List<ClaimRecord> openClaims() {
    var claims = new ArrayList<ClaimRecord>();
    open.entries().forEach(each -> claims.add(this.claims.get(each.value()).orElseThrow()));
    return claims;
  }

  /** Returns the stored changes of a node's policy, in order. */
  public List<PolicyChange> changesOf(String node) {
    var changes = new ArrayList<PolicyChange>();
    for (var each : this.changes.from(new PolicyChange.Key(node, 0), true)) {
      if (!each.key().node().equals(node)) {
        break;
      }
      changes.add(each.value());
    }
    return changes;
  }

  /** Adds a policy from a snapshot as the current policy of its node. */
  Market with(NodePolicy policy) {
    return withPolicies(policies.with(policy.node(), policy));
  }

  /** Adds a policy change from a snapshot. */
  Market with(PolicyChange change) {
    return withChanges(changes.with(change.key(), change));
  }

  /** Sets the policy of a node and records the change. */
  Market with(NodePolicy policy, Instant since, long seq) {
    var key = new PolicyChange.Key(policy.node(), seq);
    boolean isFirst = policies.get(policy.node()).isEmpty();
    var more = with(policy).with(new PolicyChange(key, since, isFirst, policy));
    var known = more.changesOf(policy.node());
    return known.size() > CHANGES_KEPT
        ? more.withChanges(more.changes.without(known.get(0).key()))
        : more;
  }

  /** Removes policies that were replaced before an instant. */
  Market withoutChanges(Instant before) {
    var left = changes;
    PolicyChange.Key last = new PolicyChange.Key("", 0);
    for (var each : changes.entries()) {
      if (each.key().node().equals(last.node()) && each.value().since().isBefore(before)) {
        left = left.without(last);
      }
      last = each.key();
    }
    return withChanges(left);
  }

  /**
   * Adds or updates a claim. A finished claim is kept only if it is a reservation or maintenance.
   */
  Market with(ClaimRecord claim) {
    boolean isKept =
        claim.takesTime()
            || claim.kind() == ClaimRecord.Kind.RESERVATION
            || claim.kind() == ClaimRecord.Kind.MAINTENANCE;
    return with()
        .claims(isKept ? claims.with(claim.id(), claim) : claims.without(claim.id()))
        .open(
            claim.takesTime()
                ? open.with(claim.number(), claim.id())
                : open.without(claim.number()))
        .nextClaim(Math.max(nextClaim, claim.number() + 1))
        .build();
  }

  /** Removes a claim that has ended. */
  Market without(String claim) {
    return withClaims(claims.without(claim));
  }

  /** Sets the time that the site of a node uses for itself. */
  Market withSiteTime(String node, List<SiteSpan> spans) {
    return withSites(spans.isEmpty() ? sites.without(node) : sites.with(node, spans));
  }

  /** Sets the time that the site of a node uses for itself from a tick on. */
  Market withSiteTime(String node, List<SiteSpan> spans, long now) {
    var used = new ArrayList<>(pastSiteTime(node));
    siteTime(node).stream()
        .filter(each -> each.span().start() < now && spans.stream().noneMatch(each::continuesAs))
        .forEach(each -> used.add(each.until(now)));
    int from = Math.max(0, used.size() - SPANS_KEPT);
    return withSiteTime(node, spans).withPastSiteTime(node, used.subList(from, used.size()));
  }

  Market withPastSiteTime(String node, List<SiteSpan> spans) {
    return spans.isEmpty() ? this : withPast(past.with(node, List.copyOf(spans)));
  }

  /** Sets the terms under which the site of a node sells its time; empty if there is no site. */
  Market withTerms(String node, Optional<SiteTerms> terms) {
    return withTerms(
        terms.map(given -> this.terms.with(node, given)).orElseGet(() -> this.terms.without(node)));
  }

  /** Changes the record of the site of a node. */
  Market kept(String node, UnaryOperator<SiteTally> change) {
    var domain = BookFold.domainOf(node);
    return withKept(kept.with(domain, change.apply(kept.get(domain).orElse(SiteTally.NONE))));
  }

  /** Returns whether a site has to confirm each window on a node. */
  public boolean confirms(String node) {
    return terms.get(node).isPresent();
  }

  /** Returns whether the site of a node sells windows that it does not reserve. */
  public boolean isAdvised(String node) {
    return terms.get(node).filter(each -> each.promise() == SiteTerms.Promise.ADVISED).isPresent();
  }

  /** Returns the share of the windows that the site of a node has kept, in whole percent. */
  public int keptPercent(String node) {
    return kept.get(BookFold.domainOf(node)).orElse(SiteTally.NONE).keptPercent();
  }

  /** Returns the time before each window in which the site of a node prepares it, in ticks. */
  public long leadTicks(String node) {
    return terms.get(node).map(SiteTerms::leadMillis).orElse(0L);
  }

  /** Returns the last time that the site of a node has used for itself, in the order of its end. */
  public List<SiteSpan> pastSiteTime(String node) {
    return past.get(node).orElse(List.of());
  }

  /** Returns the time that the site of a node uses for itself, sorted. */
  public List<SiteSpan> siteTime(String node) {
    return sites.get(node).orElse(List.of());
  }
}
