package io.metasched.simulation.experiment;

import io.metasched.resource.model.Span;
import io.metasched.resource.slots.SlotList;
import io.metasched.simulation.environment.Environment;
import java.util.ArrayList;
import java.util.List;

/** What the owners' static load leaves vacant. */
final class Vacancy {
  private Vacancy() {}

  /** The vacant time of each node, by node id, within a block of the local load. */
  static List<SlotList> of(Environment environment, Span block) {
    var vacant = new ArrayList<SlotList>();
    for (var node : environment.nodes()) {
      var slots = new SlotList();
      slots.giveBack(block);
      environment.localLoad().staticLoad(node.id(), block).forEach(slots::cut);
      vacant.add(slots);
    }
    return vacant;
  }
}
