package io.metasched.resource.fanout;

import io.metasched.resource.model.Slot;
import io.metasched.resource.search.Rankings;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Whole lists of domains that arrived in a session, each as of the session's opening. All views of
 * a session share the lists. Lists are never removed, so their number shows whether there is a new
 * one.
 */
final class WholeLists {
  private static final long MOST_OFFERS_RANKED = 1_000_000; // about 30 MB
  private static final int FEW =
      8; // all lists are requested as soon as lists with 1/FEW of the nodes have arrived

  private final DomainIndex sites;
  private final List<@Nullable List<Slot>> lists;
  private final List<Slot> mayComeBack;
  private final long
      nodesAsked; // number of nodes in all domains whose lists were not known from the beginning
  private int count;
  private long nodesAnswered; // number of nodes in those domains whose lists are known now
  private @Nullable SlotTable table;
  private int inTable;
  private Rankings rankings = new Rankings(MOST_OFFERS_RANKED);

  /**
   * @param known lists known from the beginning, by domain
   */
  WholeLists(DomainIndex sites, List<Slot> mayComeBack, SortedMap<Integer, List<Slot>> known) {
    this.sites = sites;
    lists = new ArrayList<>(Collections.nCopies(sites.count(), null));
    this.mayComeBack = List.copyOf(mayComeBack);
    long asked = 0;
    for (int site = 0; site < sites.count(); site++) {
      var list = known.get(sites.domain(site));
      if (list == null) {
        asked += sites.nodesOf(site);
      } else {
        lists.set(site, list);
        count++;
      }
    }
    nodesAsked = asked;
  }

  boolean has(int site) {
    return lists.get(site) != null;
  }

  int count() {
    return count;
  }

  boolean isComplete() {
    return count == lists.size();
  }

  /**
   * Returns whether enough of the asked domains have answered with whole lists to request all
   * others.
   */
  boolean isWorthTheOthers() {
    return nodesAnswered > 0 && nodesAnswered * FEW >= nodesAsked;
  }

  void put(int site, List<Slot> list) {
    if (!has(site)) {
      count++;
      nodesAnswered += sites.nodesOf(site);
    }
    lists.set(site, list);
  }

  /** Returns the ranks of the offers in all lists, as long as some lists are missing. */
  Rankings rankings() {
    return rankings;
  }

  /** Returns the slots of all lists; the caller must not change the table. */
  SlotTable table() {
    var known = table;
    if (known == null || inTable != count) {
      var all = new ArrayList<Slot>();
      for (var list : lists) {
        if (list != null) {
          all.addAll(list);
        }
      }
      known = new SlotTable(all, mayComeBack);
      table = known;
      inTable = count;
      if (isComplete()) { // neither the lists nor the ranks are needed any more
        Collections.fill(lists, List.of());
        rankings = new Rankings(0);
      }
    }
    return known;
  }
}
