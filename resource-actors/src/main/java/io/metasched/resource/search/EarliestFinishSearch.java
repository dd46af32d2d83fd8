package io.metasched.resource.search;

import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;

/**
 * The window that finishes first; of those, the one that starts first, then the cheapest ({@code
 * finish}).
 *
 * <p>At each start only classes short enough to finish before the best window are asked for. The
 * walk ends when even the shortest possible window would finish no sooner.
 */
final class EarliestFinishSearch implements WindowSearch {

  @Override
  public SearchResult find(SlotTable slots, WindowRequest request) {
    return new Sweep(slots, request).run(slots);
  }

  private static final class Sweep extends StartSweep {
    private final long leastRuntime;
    private long bestFinish = Long.MAX_VALUE;

    Sweep(SlotTable slots, WindowRequest request) {
      super(slots, request);
      int least = ranked.leastClass(request.nodes(), request.costLimitMilli());
      boolean possible = least < ranked.classLengths.length;
      leastRuntime = possible ? ranked.classLengths[least] : Long.MAX_VALUE;
    }

    @Override
    boolean canImprove(long tick) {
      return leastRuntime < bestFinish - tick;
    }

    @Override
    boolean isWorthStoring(int rank, long tick) {
      return ranked.lengths[rank] < bestFinish - tick;
    }

    @Override
    void visit(long tick) {
      int shortEnough = ranked.classLengths.length - 1;
      while (shortEnough >= 0 && ranked.classLengths[shortEnough] >= bestFinish - tick) {
        shortEnough--;
      }
      while (live.takeCheapest(tick, shortEnough, request.costLimitMilli())) {
        best.keep(tick, live.taken);
        bestFinish = tick + ranked.classLengths[live.takenClass()];
        shortEnough = live.takenClass() - 1;
      }
    }
  }
}
