package io.metasched.resource.search;

import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;

/**
 * The window with the shortest runtime; of those, the first, then the cheapest ({@code runtime}).
 *
 * <p>A window no longer than a class exists where the cheapest slots up to that class are within
 * the limit, so each step asks only for the class below the best one. The walk ends when the
 * runtime is reached that the nodes would allow if all were vacant.
 */
final class ShortestWindowSearch implements WindowSearch {

  @Override
  public SearchResult find(SlotTable slots, WindowRequest request) {
    return new Sweep(slots, request).run(slots);
  }

  private static final class Sweep extends StartSweep {
    private final int leastClass;
    private int classToAccept;

    Sweep(SlotTable slots, WindowRequest request) {
      super(slots, request);
      leastClass = ranked.leastClass(request.nodes(), request.costLimitMilli());
      classToAccept = ranked.classLengths.length - 1;
    }

    @Override
    boolean canImprove(long tick) {
      return classToAccept >= leastClass;
    }

    @Override
    boolean isWorthStoring(int rank, long tick) {
      return ranked.classes[rank] <= classToAccept;
    }

    @Override
    void visit(long tick) {
      while (live.takeCheapest(tick, classToAccept, request.costLimitMilli())) {
        best.keep(tick, live.taken);
        classToAccept = live.takenClass() - 1;
      }
    }
  }
}
