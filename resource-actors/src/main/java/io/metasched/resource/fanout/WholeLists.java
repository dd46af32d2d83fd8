package io.metasched.resource.fanout;

import io.metasched.resource.model.Slot;
import io.metasched.resource.search.Rankings;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The whole lists that domains have answered with in a session, as they were when it was opened.
 * All views of a session share them. They are never removed, so their number shows whether one is
 * new.
 */
final class WholeLists {
  private static final long MOST_OFFERS_RANKED = 1_000_000; // about 30 MB

  private final List<@Nullable List<Slot>> lists;
  private final List<Slot> mayComeBack;
  private int count;
  private @Nullable SlotTable table;
  private int inTable;
  private final Rankings rankings = new Rankings(MOST_OFFERS_RANKED);

  WholeLists(int sites, List<Slot> mayComeBack) {
    lists = new ArrayList<>(Collections.nCopies(sites, null));
    this.mayComeBack = List.copyOf(mayComeBack);
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

  void put(int site, List<Slot> list) {
    if (!has(site)) {
      count++;
    }
    lists.set(site, list);
  }

  /** The ranks of the offers in all lists. */
  Rankings rankings() {
    return rankings;
  }

  /** The slots of all lists; not to be changed. */
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
    }
    return known;
  }
}
