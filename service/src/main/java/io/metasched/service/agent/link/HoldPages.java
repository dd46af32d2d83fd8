package io.metasched.service.agent.link;

import io.metasched.service.site.HoldFinding;
import io.metasched.service.site.HoldRefusal;
import io.metasched.service.site.SiteHold;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Bounds of the orders about holds, so that each order fits into a message: pages of names for a
 * check and a release, and a maximum number of parts of a job and of findings.
 */
final class HoldPages {
  /** Maximum number of holds or names in an order. */
  static final int PARTS = 1000;

  /**
   * Maximum number of findings in a reply, which is enough for all faults of the holds of a page.
   * Further holds that should not exist are found by the next check, after the release of the first
   * holds.
   */
  static final int FINDINGS = 4 * PARTS;

  private HoldPages() {}

  /**
   * Divides a check into orders. Each order covers the names after the last name of the previous
   * order.
   */
  static List<AgentOrder.CheckHolds> of(List<SiteHold> booked) {
    var sorted = booked.stream().sorted(Comparator.comparing(SiteHold::name)).toList();
    var pages = new ArrayList<AgentOrder.CheckHolds>();
    var after = "";
    for (int from = 0; pages.isEmpty() || from < sorted.size(); from += PARTS) {
      int to = Math.min(sorted.size(), from + PARTS);
      var until = to == sorted.size() ? "" : sorted.get(to - 1).name();
      pages.add(new AgentOrder.CheckHolds(sorted.subList(from, to), after, until));
      after = until;
    }
    return pages;
  }

  /** Divides a release into orders. */
  static List<AgentOrder.Release> ofNames(List<String> names) {
    var pages = new ArrayList<AgentOrder.Release>();
    for (int from = 0; from < names.size(); from += PARTS) {
      pages.add(new AgentOrder.Release(names.subList(from, Math.min(names.size(), from + PARTS))));
    }
    return pages;
  }

  /**
   * Returns findings within the bound, in order, with long details cut. If several reservations
   * overlap a hold, only the first finding is kept.
   */
  static OrderReply.Findings bounded(Collection<HoldFinding> findings) {
    var kept = new TreeMap<String, HoldFinding>(); // first finding of each kind and hold
    var leftOver = new ArrayList<HoldFinding>();
    for (var each : findings.stream().sorted().toList()) {
      var cut = new HoldFinding(each.hold(), each.kind(), CalendarPages.cut(each.detail()));
      if (each.kind() == HoldFinding.Kind.LEFT_OVER) {
        leftOver.add(cut);
      } else {
        kept.putIfAbsent(each.kind() + " " + each.hold(), cut);
      }
    }
    var all = new ArrayList<>(kept.values());
    all.addAll(leftOver.subList(0, Math.min(leftOver.size(), Math.max(0, FINDINGS - all.size()))));
    return new OrderReply.Findings(all.stream().sorted().limit(FINDINGS).toList());
  }

  /** Returns a refusal with a long text cut. */
  static OrderReply.HoldAnswer bounded(Optional<HoldRefusal> refusal) {
    return OrderReply.HoldAnswer.of(
        refusal.map(
            why -> new HoldRefusal(why.hold(), why.reason(), CalendarPages.cut(why.text()))));
  }
}
