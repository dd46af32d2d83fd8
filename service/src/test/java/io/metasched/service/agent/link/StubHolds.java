package io.metasched.service.agent.link;

import io.metasched.service.site.HoldFinding;
import io.metasched.service.site.HoldFinding.Kind;
import io.metasched.service.site.HoldRefusal;
import io.metasched.service.site.SiteException;
import io.metasched.service.site.SiteHold;
import io.metasched.service.site.SiteHolds;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;

/**
 * Holds in memory. Each call waits for a permit, and is recorded. The node {@code taken} is taken
 * by the site, and calls about the node {@code silent} fail. With a {@code denial}, no hold is
 * permitted.
 */
final class StubHolds implements SiteHolds {
  final Semaphore permits = new Semaphore(Integer.MAX_VALUE);
  final List<String> calls = new CopyOnWriteArrayList<>();
  volatile Optional<String> denial = Optional.empty();
  private final TreeMap<String, SiteHold> held = new TreeMap<>();

  private void call(String call) {
    permits.acquireUninterruptibly();
    calls.add(call);
  }

  synchronized List<String> held() {
    return List.copyOf(held.keySet());
  }

  @Override
  public synchronized Optional<HoldRefusal> hold(Collection<SiteHold> parts) throws SiteException {
    call("hold " + parts.stream().map(SiteHold::name).toList());
    for (var part : parts) {
      if (denial.isPresent()) {
        return Optional.of(
            new HoldRefusal(part.name(), HoldRefusal.Reason.NOT_PERMITTED, denial.get()));
      } else if (part.node().equals("silent")) {
        throw new SiteException("no answer", new IllegalStateException());
      } else if (part.node().equals("taken") || held.containsKey(part.name())) {
        return Optional.of(new HoldRefusal(part.name(), HoldRefusal.Reason.TAKEN, "overlaps"));
      }
    }
    parts.forEach(part -> held.put(part.name(), part));
    return Optional.empty();
  }

  @Override
  public Optional<String> whyNotPermitted(String node) {
    return denial;
  }

  @Override
  public synchronized void release(Collection<String> names) {
    call("release " + names);
    names.forEach(held::remove);
  }

  @Override
  public synchronized List<HoldFinding> check(Collection<SiteHold> booked) {
    call("check " + booked.stream().map(SiteHold::name).toList());
    var names = new TreeSet<String>();
    var findings = new ArrayList<HoldFinding>();
    for (var hold : booked) {
      names.add(hold.name());
      if (!held.containsKey(hold.name())) {
        findings.add(new HoldFinding(hold.name(), Kind.MISSING, ""));
      }
    }
    for (var name : held.keySet()) {
      if (!names.contains(name)) {
        findings.add(new HoldFinding(name, Kind.LEFT_OVER, ""));
      }
    }
    return findings;
  }
}
