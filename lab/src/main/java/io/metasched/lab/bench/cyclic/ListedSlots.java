package io.metasched.lab.bench.cyclic;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;
import io.metasched.resource.slots.SlotView;
import java.util.ArrayList;
import java.util.List;

/**
 * Vacant time as a plain list, from which each search builds a new table: the naive counterpart of
 * the {@link SlotTable} that a planner changes. Released slots are not merged with others, so the
 * list only serves policies that never release slots.
 */
final class ListedSlots implements SlotView {
  private List<Slot> slots;

  ListedSlots(List<Slot> slots) {
    this.slots = List.copyOf(slots);
  }

  @Override
  public SlotTable relevant(WindowRequest request, Criterion criterion) {
    return whole();
  }

  @Override
  public SlotTable whole() {
    return new SlotTable(slots);
  }

  @Override
  public void subtract(Window window) {
    for (var part : window.parts()) {
      subtract(part);
    }
  }

  private void subtract(Part part) {
    var left = new ArrayList<Slot>(slots.size() + 1);
    for (var slot : slots) {
      var span = slot.span();
      if (slot.node().id() != part.node() || !span.contains(part.span())) {
        left.add(slot);
        continue;
      }
      if (span.start() < part.span().start()) {
        left.add(rest(slot, span.start(), part.span().start()));
      }
      if (part.span().end() < span.end()) {
        left.add(rest(slot, part.span().end(), span.end()));
      }
    }
    slots = left;
  }

  private static Slot rest(Slot slot, long start, long end) {
    return new Slot(slot.node(), new Span(start, end), slot.priceMilli());
  }

  @Override
  public void giveBack(List<Slot> given) {
    var more = new ArrayList<>(slots);
    more.addAll(given);
    slots = more;
  }

  @Override
  public ListedSlots copy() {
    return new ListedSlots(slots);
  }
}
