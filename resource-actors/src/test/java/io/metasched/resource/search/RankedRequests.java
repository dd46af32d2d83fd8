package io.metasched.resource.search;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.slots.Offers;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Offers of nodes, and a request that admits all of them, for tests of the parts of searches. */
final class RankedRequests {
  static final WindowRequest ANY = request(1, WindowRequest.NO_LIMIT);

  private RankedRequests() {}

  /** Returns a request for parts of 12 ticks on a node of performance 1. */
  static WindowRequest request(int nodes, long costLimit) {
    return WindowRequest.of(nodes, Work.volume(12), 1, costLimit);
  }

  /** Returns slots of {@code nodes} nodes with few performances, prices and times. */
  static List<Slot> slots(int nodes, SplittableRandom random) {
    var slots = new ArrayList<Slot>();
    for (int id = 0; id < nodes; id++) {
      int performance = random.nextInt(1, 5);
      var node = Node.of(id, performance, 100L * performance + 100L * random.nextInt(8));
      long start = random.nextInt(6);
      int count = random.nextInt(1, 4);
      for (int slot = 0; slot < count; slot++) {
        long end = start + random.nextInt(1, 20);
        slots.add(new Slot(node, new Span(start, end), node.priceMilli()));
        start = end + random.nextInt(1, 6);
      }
    }
    return slots;
  }

  /** Returns a table of random slots, copied so that the slots of each offer can be read. */
  static SlotTable table(int nodes, SplittableRandom random) {
    return new SlotTable(slots(nodes, random)).copy();
  }

  /** Returns the ranked offers of random slots. */
  static RankedOffers ranked(int nodes, SplittableRandom random) {
    return RankedOffers.of(new Offers(slots(nodes, random)), ANY);
  }
}
