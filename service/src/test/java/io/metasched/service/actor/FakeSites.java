package io.metasched.service.actor;

import io.metasched.service.site.HoldFinding;
import io.metasched.service.site.HoldFinding.Kind;
import io.metasched.service.site.HoldRefusal;
import io.metasched.service.site.SiteBooking;
import io.metasched.service.site.SiteHold;
import io.metasched.service.site.SiteTerms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Sites in memory, one for each agent. Thread-safe. */
final class FakeSites implements SiteBooking {
  private final TreeMap<String, Optional<SiteTerms>> terms = new TreeMap<>();
  private final TreeMap<String, TreeMap<String, SiteHold>> held = new TreeMap<>(); // by agent
  private final List<SiteHold> taken = new ArrayList<>(); // by the sites themselves
  private final List<HoldFinding> findings = new ArrayList<>(); // of the next check
  private final List<String> calls = new ArrayList<>();
  private boolean isSilent;
  private int checks;
  private int refusals;

  /** Makes a node one of the site of an agent. */
  synchronized void add(String agent, String node, long leadMillis) {
    add(agent, node, leadMillis, SiteTerms.Promise.FIRM);
  }

  synchronized void add(String agent, String node, long leadMillis, SiteTerms.Promise promise) {
    terms.put(node, Optional.of(new SiteTerms(agent, "site " + agent, promise, leadMillis)));
    held.computeIfAbsent(agent, first -> new TreeMap<>());
  }

  /** Makes the agent of a node sell nothing. */
  synchronized void sellNothing(String node) {
    terms.put(node, Optional.empty());
  }

  /** Makes a site refuse holds that overlap a span of a node. */
  synchronized void take(SiteHold span) {
    taken.add(span);
  }

  synchronized void takeNothing() {
    taken.clear();
  }

  synchronized void setSilent(boolean silent) {
    isSilent = silent;
  }

  /** Adds a finding to the next check of the site with that hold. */
  synchronized void find(HoldFinding finding) {
    findings.add(finding);
  }

  synchronized int checks() {
    return checks;
  }

  synchronized int refusals() {
    return refusals;
  }

  /** Removes a hold, as a site that forgets it. */
  synchronized void forget(String agent, String name) {
    holds(agent).remove(name);
  }

  /** Adds a hold that no job needs. */
  synchronized void leave(String agent, SiteHold hold) {
    holds(agent).put(hold.name(), hold);
  }

  private Map<String, SiteHold> holds(String agent) {
    return held.computeIfAbsent(agent, first -> new TreeMap<>());
  }

  /** Returns the holds of all sites. */
  synchronized List<SiteHold> held() {
    return held.values().stream().flatMap(each -> each.values().stream()).toList();
  }

  /** Returns the calls of holds, such as {@code hold a [JOB.1.0]}. */
  synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  private static <T> CompletionStage<T> silent() {
    return CompletableFuture.failedFuture(new IllegalStateException("the agent is silent"));
  }

  @Override
  public synchronized CompletionStage<Optional<HoldRefusal>> hold(
      String agent, List<SiteHold> parts) {
    calls.add("hold %s %s".formatted(agent, parts.stream().map(SiteHold::name).toList()));
    if (isSilent) {
      return silent();
    }
    for (var part : parts) {
      for (var other : taken) {
        if (other.node().equals(part.node()) && part.overlaps(other.start(), other.end())) {
          refusals++;
          return CompletableFuture.completedFuture(
              Optional.of(new HoldRefusal(part.name(), HoldRefusal.Reason.TAKEN, other.name())));
        }
      }
    }
    parts.forEach(each -> holds(agent).put(each.name(), each));
    return CompletableFuture.completedFuture(Optional.empty());
  }

  @Override
  public synchronized CompletionStage<Void> release(String agent, List<String> names) {
    if (isSilent) {
      return silent();
    }
    names.forEach(holds(agent)::remove);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public synchronized CompletionStage<List<HoldFinding>> check(
      String agent, List<SiteHold> booked) {
    if (isSilent) {
      return silent();
    }
    checks++;
    var names = booked.stream().map(SiteHold::name).toList();
    var found = new ArrayList<>(findings);
    found.removeIf(each -> !names.contains(each.hold()));
    findings.removeAll(found);
    for (var name : holds(agent).keySet()) {
      if (!names.contains(name)) {
        found.add(new HoldFinding(name, Kind.LEFT_OVER, ""));
      }
    }
    for (var name : names) {
      if (!holds(agent).containsKey(name)) {
        found.add(new HoldFinding(name, Kind.MISSING, ""));
      }
    }
    return CompletableFuture.completedFuture(found);
  }

  @Override
  public synchronized CompletionStage<SortedMap<String, Optional<SiteTerms>>> terms() {
    return CompletableFuture.completedFuture(new TreeMap<>(terms));
  }
}
