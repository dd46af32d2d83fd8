package io.metasched.resource.fanout;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.slots.SlotTable;
import io.metasched.resource.slots.SlotView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Planner's view of the slots of several domains. A search in the view finds the same window as a
 * search in one table of all slots.
 *
 * <p>For each domain, the view has either the whole list, shared by all views of the session, or
 * the answers to its own requests. After some domains have answered with whole lists, the view asks
 * the other domains for their lists, too: they would soon send them anyway, and each list that
 * arrives rebuilds a table. An answer is valid for its request, from the request's earliest start
 * on. The answer becomes invalid when more parts have been taken in the domain than its spare, or
 * time is given back in the domain. Only domains without a valid answer are asked, all at once. The
 * spare of the next answer is the base plus the number of parts taken so far in the domain. The
 * number of answers to one request therefore grows with the logarithm of the parts.
 *
 * <p>Cost: if all lists are whole, the cost of a {@link SlotTable}. Otherwise, the time taken since
 * the last use of a request is subtracted from the slots of the request, and the slots are merged
 * again if a domain was asked. May be used by one thread at a time.
 */
public final class DistributedSlotView implements SlotView {
  private static final WindowRequest ANY =
      WindowRequest.of(1, Work.duration(1), 1, WindowRequest.NO_LIMIT);
  private static final int MOST_REQUESTS = 1024;

  private final DomainLink link;
  private final DomainIndex sites;
  private final WholeLists opened; // shared by all views of the session
  private final int spare;

  private ChangeLog log;
  private SlotTable live; // all slots of the domains whose lists are whole
  private boolean liveIsShared; // if true, the table is copied before its next change
  private int liveLists;
  private final LinkedHashMap<Key, MergedSlots> merged;
  private Object branch = new Object();

  /** Key of an answer, with 0 as the earliest start of the request. */
  private record Key(WindowRequest request, Criterion criterion) {}

  /**
   * Creates a view of the slots of all domains as of the opening of the session.
   *
   * @param nodes all nodes, which also determine the domains to ask
   * @param mayComeBack slots that may be given back later
   * @param spare number of parts per domain that may be taken before a first answer becomes
   *     invalid, at least 0
   */
  public DistributedSlotView(DomainLink link, List<Node> nodes, List<Slot> mayComeBack, int spare) {
    this(link, new DomainIndex(nodes), mayComeBack, spare, Collections.emptySortedMap());
  }

  /**
   * Creates a view for which the whole lists of some domains are already known.
   *
   * @param lists known whole lists, by domain
   */
  public DistributedSlotView(
      DomainLink link,
      DomainIndex sites,
      List<Slot> mayComeBack,
      int spare,
      SortedMap<Integer, List<Slot>> lists) {
    this.link = link;
    this.spare = spare;
    this.sites = sites;
    opened = new WholeLists(sites, mayComeBack, lists);
    log = new ChangeLog(sites);
    live = opened.table();
    liveIsShared = true;
    liveLists = opened.count();
    merged = new LinkedHashMap<>();
  }

  private DistributedSlotView(DistributedSlotView other) {
    link = other.link;
    sites = other.sites;
    opened = other.opened;
    spare = other.spare;
    log = other.log.copy();
    live = other.live;
    liveIsShared = true;
    liveLists = other.liveLists;
    merged = new LinkedHashMap<>(other.merged);
  }

  @Override
  public SlotTable relevant(WindowRequest request, Criterion criterion) {
    takeNewLists();
    if (opened.isComplete()) {
      return live;
    }
    var key = new Key(request.between(0, request.deadline()), criterion);
    var known = merged.remove(key);
    var merge = new SlotMerge(sites, opened, log, spare, request, criterion, known);
    var questions = merge.questions();
    if (!questions.isEmpty()) {
      merge.take(link.ask(questions));
      if (opened.isWorthTheOthers()) {
        return whole();
      }
      takeNewLists();
      if (opened.isComplete()) {
        return live;
      }
    }
    var now = merge.merged(live, branch);
    merged.put(key, now);
    if (merged.size() > MOST_REQUESTS) {
      merged.remove(merged.keySet().iterator().next());
    }
    return now.slots();
  }

  @Override
  public SlotTable whole() {
    takeNewLists();
    if (!opened.isComplete()) {
      var missing = new ArrayList<Integer>();
      var questions = new ArrayList<DomainLink.Addressed>();
      for (int site = 0; site < sites.count(); site++) {
        if (!opened.has(site)) {
          missing.add(site);
          var question = new SlotQuery(ANY, Criterion.START, 0, true, List.of());
          questions.add(new DomainLink.Addressed(sites.domain(site), question));
        }
      }
      var answers = link.ask(questions);
      for (int i = 0; i < missing.size(); i++) {
        int site = missing.get(i);
        opened.put(site, sites.slots(site, answers.get(i).slots()));
      }
      takeNewLists();
    }
    return live;
  }

  @Override
  public Optional<SlotTable> atHand() {
    takeNewLists();
    return opened.isComplete() ? Optional.of(live) : Optional.empty();
  }

  @Override
  public int greatestPerformance() {
    return sites.greatestPerformance();
  }

  @Override
  public void subtract(Window window) {
    takeNewLists();
    if (opened.isComplete()) {
      changeable().subtract(window);
      return;
    }
    var slots =
        window.parts().stream()
            .map(part -> new Slot(sites.node(part.node()), part.span(), part.priceMilli()))
            .toList();
    slots.forEach(slot -> requireNew(Change.Kind.TAKEN, slot));
    var here = slots.stream().filter(this::isLive).toList();
    if (!here.isEmpty()) {
      changeable().subtract(ChangeLog.window(here));
    }
    log.add(Change.Kind.TAKEN, slots);
  }

  @Override
  public void giveBack(List<Slot> slots) {
    takeNewLists();
    if (opened.isComplete()) {
      changeable().giveBack(slots);
      return;
    }
    slots.forEach(slot -> requireNew(Change.Kind.GIVEN_BACK, slot));
    var here = slots.stream().filter(this::isLive).toList();
    if (!here.isEmpty()) {
      changeable().giveBack(here);
    }
    log.add(Change.Kind.GIVEN_BACK, slots);
  }

  @Override
  public DistributedSlotView copy() {
    takeNewLists();
    branch = new Object(); // the merged slots are now shared
    liveIsShared = true;
    return new DistributedSlotView(this);
  }

  /** Adopts the whole lists that any view of the session has received since the last call. */
  private void takeNewLists() {
    if (liveLists == opened.count()) {
      return;
    }
    liveLists = opened.count();
    live = opened.table();
    liveIsShared = true;
    if (log.size() > 0) {
      log.replay(changeable(), this::isLive);
    }
    if (opened.isComplete()) {
      log = new ChangeLog(sites); // no domain is asked any more
      merged.clear();
    }
  }

  private SlotTable changeable() {
    if (liveIsShared) {
      live = live.copy();
      liveIsShared = false;
    }
    return live;
  }

  private boolean isLive(Slot slot) {
    return opened.has(sites.siteOf(slot.node()));
  }

  private void requireNew(Change.Kind kind, Slot slot) {
    if (!isLive(slot)) {
      log.requireNew(kind, slot);
    }
  }
}
