package io.metasched.resource.fanout;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Window;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

/** Changes of one branch of a session since the session was opened: in order, and by domain. */
final class ChangeLog {
  private final DomainIndex sites;
  private final List<Step> steps;
  private final List<List<Change>> bySite; // the list itself is never changed
  private final int[] taken;
  private final int[] givenBack;

  /** Taken window, or slots given back. */
  private record Step(Change.Kind kind, List<Slot> slots) {}

  ChangeLog(DomainIndex sites) {
    this.sites = sites;
    steps = new ArrayList<>();
    bySite = new ArrayList<>(Collections.nCopies(sites.count(), List.of()));
    taken = new int[sites.count()];
    givenBack = new int[sites.count()];
  }

  private ChangeLog(ChangeLog other) {
    sites = other.sites;
    steps = new ArrayList<>(other.steps);
    bySite = new ArrayList<>(other.bySite);
    taken = other.taken.clone();
    givenBack = other.givenBack.clone();
  }

  ChangeLog copy() {
    return new ChangeLog(this);
  }

  /** Returns the number of steps, each a window taken or slots given back. */
  int size() {
    return steps.size();
  }

  /** Returns all changes in a domain. */
  List<Change> of(int site) {
    return bySite.get(site);
  }

  /** Returns the number of parts taken in a domain. */
  int taken(int site) {
    return taken[site];
  }

  /** Returns the number of slots given back in a domain. */
  int givenBack(int site) {
    return givenBack[site];
  }

  void add(Change.Kind kind, List<Slot> slots) {
    steps.add(new Step(kind, List.copyOf(slots)));
    for (var slot : slots) {
      int site = sites.siteOf(slot.node());
      var changes = new ArrayList<>(bySite.get(site));
      changes.add(new Change(kind, slot));
      bySite.set(site, List.copyOf(changes));
      (kind == Change.Kind.TAKEN ? taken : givenBack)[site]++;
    }
  }

  /**
   * Checks a change as far as possible without the slots.
   *
   * @throws IllegalStateException if the last change of any part of the slot's time was of the same
   *     kind
   */
  void requireNew(Change.Kind kind, Slot slot) {
    var changes = of(sites.siteOf(slot.node()));
    for (int i = changes.size() - 1; i >= 0; i--) {
      var other = changes.get(i).slot();
      if (other.node().id() == slot.node().id()
          && other.span().start() < slot.span().end()
          && slot.span().start() < other.span().end()) {
        if (changes.get(i).kind() == kind) {
          throw new IllegalStateException(
              "%s is already %s: %s".formatted(slot, kind, changes.get(i)));
        }
        return;
      }
    }
  }

  /** Applies the changes in some domains to a table of all slots of these domains. */
  void replay(SlotTable table, Predicate<Slot> isThere) {
    for (var step : steps) {
      var slots = step.slots().stream().filter(isThere).toList();
      if (!slots.isEmpty()) {
        if (step.kind() == Change.Kind.TAKEN) {
          table.subtract(window(slots));
        } else {
          table.giveBack(slots);
        }
      }
    }
  }

  /**
   * Removes from a table of some slots the time that was taken after the first {@code from} steps
   * of the log.
   */
  void cut(SlotTable table, int from) {
    for (var step : steps.subList(from, steps.size())) {
      if (step.kind() == Change.Kind.TAKEN) {
        table.subtractWhereVacant(window(step.slots()));
      }
    }
  }

  /** Returns the window of taken slots. */
  static Window window(List<Slot> slots) {
    return new Window(
        slots.stream().map(s -> new Part(s.node().id(), s.span(), s.priceMilli(), 0, 0)).toList());
  }
}
