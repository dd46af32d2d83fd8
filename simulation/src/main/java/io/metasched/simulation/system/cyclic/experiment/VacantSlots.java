package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.slots.SlotList;
import io.metasched.resource.slots.SlotTable;
import io.metasched.simulation.system.cyclic.environment.Environment;
import java.util.ArrayList;
import java.util.List;

/** Slots of nodes that the owners' static load leaves vacant. */
public final class VacantSlots {
  private VacantSlots() {}

  /** Returns the vacant time of each node, by node id, within a block of the local load. */
  public static List<SlotList> of(Environment environment, Span block) {
    var vacant = new ArrayList<SlotList>();
    for (var node : environment.nodes()) {
      var slots = new SlotList();
      slots.giveBack(block);
      environment.localLoad().staticLoad(node.id(), block).forEach(slots::cut);
      vacant.add(slots);
    }
    return vacant;
  }

  /** Returns the vacant time with prices, within a block of the local load that begins now. */
  public static SlotTable priced(Environment environment, Span block) {
    var vacant = of(environment, block);
    var slots = new ArrayList<Slot>();
    for (var node : environment.nodes()) {
      for (var span : vacant.get(node.id()).spans()) {
        slots.add(
            new Slot(node, span, environment.pricing().priceMilli(node, span, block.start())));
      }
    }
    return new SlotTable(slots);
  }
}
