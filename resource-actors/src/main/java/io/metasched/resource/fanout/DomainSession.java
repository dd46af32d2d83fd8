package io.metasched.resource.fanout;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Session on the side of a domain: the domain's slots at the opening of the session. Later changes
 * of the owners' lists do not affect them. Confined to one thread.
 *
 * <p>A query contains all changes, so it does not depend on earlier queries. The tables for the
 * last few lists of changes are cached. A list that continues one of them costs a copy of the table
 * and the application of the new changes. Sorting the offers for a request begins with the order of
 * the last request.
 *
 * <p>When the answers together exceed a share of the list, the domain answers with the whole list
 * and is not asked again. A domain therefore sends little more than its list, and small domains get
 * few queries.
 */
public final class DomainSession {
  /** Default share of the list that the pruned answers may reach in sum. */
  public static final double DEFAULT_WHOLE_FRACTION = 0.5;

  private static final int MOST_BRANCHES = 4;

  private final SessionSnapshot opened;
  private final double wholeFraction;
  private final List<Branch> branches = new ArrayList<>(); // least recently used first
  private long answered;
  private boolean isOver; // true if no more questions are expected

  /** Slots after the given changes. */
  private record Branch(List<Change> changes, SlotTable slots) {

    boolean leadsTo(List<Change> longer) {
      return changes.size() <= longer.size() && longer.subList(0, changes.size()).equals(changes);
    }
  }

  /** Creates a session that switches to the whole list at {@link #DEFAULT_WHOLE_FRACTION}. */
  public DomainSession(SlotTable opened) {
    this(opened, DEFAULT_WHOLE_FRACTION);
  }

  /** Creates a session that switches to the whole list at {@code wholeFraction}. */
  public DomainSession(SlotTable opened, double wholeFraction) {
    this(new SessionSnapshot(opened.slots()), wholeFraction);
  }

  /**
   * Creates a session of the given slots, which are not changed.
   *
   * @param wholeFraction share of the list: if the sum of all pruned answers exceeds it, the answer
   *     is the whole list. 0: always; {@link Double#POSITIVE_INFINITY}: on request only
   */
  public DomainSession(SessionSnapshot opened, double wholeFraction) {
    this.opened = opened;
    this.wholeFraction = wholeFraction;
    opened.begin();
  }

  void close() {
    end(false);
  }

  private void end(boolean wasWhole) {
    branches.clear();
    if (!isOver) {
      isOver = true;
      opened.end(wasWhole);
    }
  }

  /** Returns the slots as of the opening of the session, in their original order. */
  public List<Slot> slots() {
    return opened.list();
  }

  /** Prepares the table now, so that the first query need not wait for it. */
  public void prepare() {
    opened.table();
  }

  /** Returns the number of slots at the opening of the session. */
  public int size() {
    return opened.size();
  }

  /**
   * Returns the slots that are relevant to a question after its changes, or all slots.
   *
   * @throws IllegalStateException if the changes do not fit the slots
   */
  public SlotQueryResult answer(SlotQuery question) {
    if (question.whole() || opened.size() == 0) {
      return whole();
    }
    var slotsNow = after(question.changes());
    var sweep =
        new DominanceSweep(
            slotsNow,
            question.request(),
            question.criterion(),
            question.spare(),
            opened.rankings().of(slotsNow.offers(), question.request()));
    int[] places = sweep.run();
    if (answered + places.length >= wholeFraction * opened.size()) {
      return whole();
    }
    answered += places.length;
    return new SlotQueryResult(slotsAt(slotsNow, places), false, sweep.servesUntil());
  }

  private SlotQueryResult whole() {
    int[] all = IntStream.range(0, opened.table().size()).toArray(); // all elements are set
    var slots = slotsAt(opened.table(), all);
    end(true);
    return new SlotQueryResult(slots, true, WindowRequest.NO_LIMIT);
  }

  private static List<NodeSlot> slotsAt(SlotTable slots, int[] places) {
    var found = new ArrayList<NodeSlot>(places.length);
    for (int place : places) {
      int offer = slots.offer(place);
      int node = slots.offers().node(offer).id();
      var span = new Span(slots.start(place), slots.end(place));
      found.add(new NodeSlot(node, span, slots.offers().priceMilli(offer)));
    }
    return found;
  }

  private SlotTable after(List<Change> changes) {
    var nearest = new Branch(List.of(), opened.table());
    for (var branch : branches) {
      if (branch.leadsTo(changes) && branch.changes().size() >= nearest.changes().size()) {
        nearest = branch;
      }
    }
    branches.remove(nearest);
    int known = nearest.changes().size();
    var slots = nearest.slots();
    if (known < changes.size()) {
      if (known > 0) {
        branches.add(nearest);
      }
      slots = slots.copy();
      apply(changes.subList(known, changes.size()), slots);
    }
    if (!changes.isEmpty()) {
      branches.add(new Branch(changes, slots));
    }
    if (branches.size() > MOST_BRANCHES) {
      branches.remove(0);
    }
    return slots;
  }

  /** Applies changes in order; the parts of one window are taken together. */
  private static void apply(List<Change> changes, SlotTable slots) {
    var parts = new ArrayList<Part>();
    Slot before = null;
    for (var change : changes) {
      var slot = change.slot();
      boolean taken = change.kind() == Change.Kind.TAKEN;
      boolean sameWindow =
          taken
              && before != null
              && before.span().start() == slot.span().start()
              && before.node().id() < slot.node().id();
      if (!sameWindow && !parts.isEmpty()) {
        slots.subtract(new Window(parts));
        parts.clear();
      }
      if (taken) {
        parts.add(new Part(slot.node().id(), slot.span(), 0, 0, 0));
      } else {
        slots.giveBack(slot);
      }
      before = taken ? slot : null;
    }
    if (!parts.isEmpty()) {
      slots.subtract(new Window(parts));
    }
  }
}
