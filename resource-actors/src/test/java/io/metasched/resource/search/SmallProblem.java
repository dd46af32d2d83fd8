package io.metasched.resource.search;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Few slots of few ticks with equal prices, performances and starts, and a request, small enough to
 * try every window.
 */
record SmallProblem(List<Slot> slots, WindowRequest request) {
  private static final int[] PERFORMANCES = {1, 2, 3, 4, 6, 12};

  /** Returns a problem of any kind, or for each third seed one in which many windows are equal. */
  static SmallProblem of(long seed) {
    var random = new SplittableRandom(seed);
    return seed % 3 == 0 ? balanced(random) : any(random);
  }

  /** Returns the problem with units of time in place of ticks. */
  SmallProblem inUnits() {
    var longer = new ArrayList<Slot>();
    for (var slot : slots) {
      var span = new Span(1000 * slot.span().start(), 1000 * slot.span().end());
      longer.add(new Slot(slot.node(), span, slot.priceMilli()));
    }
    return new SmallProblem(
        longer,
        new WindowRequest(
            request.nodes(),
            new Work(request.work().basis(), 1000 * request.work().amount()),
            1000 * request.granularityTicks(),
            request.requirements(),
            inUnits(request.costLimitMilli()),
            request.slotPriceLimitMilli(),
            1000 * request.earliestStart(),
            inUnits(request.deadline())));
  }

  private static long inUnits(long limit) {
    return limit == WindowRequest.NO_LIMIT ? limit : 1000 * limit;
  }

  SlotTable table() {
    return new SlotTable(slots);
  }

  private static SmallProblem any(SplittableRandom random) {
    var slots = new ArrayList<Slot>();
    int nodes = random.nextInt(1, 8);
    for (int id = 0; id < nodes; id++) {
      var properties = random.nextBoolean() ? List.of("gpu") : List.<String>of();
      long price = 500L * random.nextInt(4);
      long power = 700L * random.nextInt(3);
      var node = new Node(id, 0, random.nextInt(1, 5), price, power, properties);
      long start = random.nextInt(4);
      int count = random.nextInt(1, 4);
      for (int i = 0; i < count; i++) {
        long end = start + random.nextInt(1, 11);
        slots.add(new Slot(node, new Span(start, end), price + 200L * random.nextInt(2)));
        start = end + random.nextInt(3);
      }
    }
    return new SmallProblem(slots, request(random));
  }

  private static WindowRequest request(SplittableRandom random) {
    int nodes = random.nextInt(1, 5);
    var work =
        random.nextInt(4) > 0
            ? Work.volume(random.nextInt(1, 13))
            : Work.duration(random.nextInt(1, 6));
    return new WindowRequest(
        nodes,
        work,
        random.nextInt(1, 4),
        new Requirements(
            random.nextInt(4) / 3 * 2, random.nextInt(5) > 0 ? List.of() : List.of("gpu")),
        random.nextInt(4) > 0 ? random.nextInt(8 * nodes) : WindowRequest.NO_LIMIT,
        random.nextInt(5) > 0 ? WindowRequest.NO_LIMIT : random.nextInt(500, 1500),
        random.nextInt(3) > 0 ? 0 : random.nextInt(12),
        random.nextInt(3) > 0 ? WindowRequest.NO_LIMIT : random.nextInt(3, 26));
  }

  /** Returns a problem in which one tick less costs one more. */
  private static SmallProblem balanced(SplittableRandom random) {
    var slots = new ArrayList<Slot>();
    int nodes = random.nextInt(4, 9);
    for (int id = 0; id < nodes; id++) {
      int performance = PERFORMANCES[random.nextInt(PERFORMANCES.length)];
      long length = 12 / performance;
      var node = new Node(id, 0, performance, 1000 * (13 - length) / length, 1000, List.of());
      var span = new Span(random.nextInt(4), random.nextInt(12, 17));
      slots.add(new Slot(node, span, node.priceMilli()));
    }
    int count = random.nextInt(2, 5);
    long costLimit = random.nextLong(6L * count, 12L * count + 1);
    return new SmallProblem(slots, WindowRequest.of(count, Work.volume(12), 1, costLimit));
  }
}
