package io.metasched.service.plan;

import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.ProjectedSlots;
import io.metasched.resource.slots.SlotList;
import io.metasched.service.book.BookState;
import io.metasched.service.book.SortedTree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Slots of one node according to the book, as of one event. Never changed after its creation.
 *
 * @param asOf number of the event
 */
public record NodeOffers(long asOf, NodeSale sale, SlotList vacant) implements ProjectedSlots {

  /** Returns the slots of nodes, given by their numbers, in a state of the book. */
  public static SortedMap<Integer, ProjectedSlots> of(
      BookState state, Fleet fleet, Collection<Integer> nodes) {
    var vacancy = Vacancy.of(state, fleet, CycleOutcome.ALL_TIME);
    var pricing = new OwnersPricing(state, fleet);
    var offers = new TreeMap<Integer, ProjectedSlots>();
    for (int node : nodes) {
      var sale = pricing.sale(fleet.numbered().get(node));
      offers.put(node, new NodeOffers(state.seq(), sale, vacancy.vacant(node)));
    }
    return offers;
  }

  /** Returns the numbers of the nodes whose slots differ from an earlier state. */
  public static Collection<Integer> changed(BookState earlier, BookState now, Fleet fleet) {
    var names = new TreeSet<>(now.open().taken().changedSince(earlier.open().taken()));
    addChanged(earlier.market().policies(), now.market().policies(), names);
    addChanged(earlier.market().terms(), now.market().terms(), names);
    addChanged(earlier.drains(), now.drains(), names);
    addRated(earlier, now, fleet, names);
    var before = earlier.market().silent().keySet();
    var after = now.market().silent().keySet();
    before.stream().filter(name -> !after.contains(name)).forEach(names::add);
    after.stream().filter(name -> !before.contains(name)).forEach(names::add);
    var nodes = new TreeSet<Integer>();
    names.forEach(name -> fleet.number(name).ifPresent(nodes::add));
    return nodes;
  }

  /** Adds the nodes of sites whose kept share has changed. */
  private static void addRated(
      BookState earlier, BookState now, Fleet fleet, Collection<String> names) {
    if (now.market().kept() != earlier.market().kept()) {
      for (var node : fleet.nodes()) {
        int before = earlier.market().keptPercent(node.name());
        if (before != now.market().keptPercent(node.name())) {
          names.add(node.name());
        }
      }
    }
  }

  private static <V> void addChanged(
      SortedTree<String, V> earlier, SortedTree<String, V> now, Collection<String> names) {
    now.changesSince(earlier, (name, before, after) -> names.add(name));
  }

  @Override
  public List<Slot> within(Span horizon, long nowTick) {
    var slots = new ArrayList<Slot>();
    for (var span : vacant.within(horizon)) {
      slots.addAll(sale.offer(span, nowTick));
    }
    return slots;
  }
}
