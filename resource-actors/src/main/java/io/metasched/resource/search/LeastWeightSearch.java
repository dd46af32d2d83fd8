package io.metasched.resource.search;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;
import java.util.Arrays;
import java.util.Optional;

/**
 * The window with the least sum of weights, either lengths ({@code proctime}) or energies ({@code
 * energy}); of those, the first, then the cheapest.
 *
 * <p>At each start this is a knapsack with a cardinality: m of the live slots, least total weight,
 * cost within the limit. A Lagrangian bound, taken once for all slots and refined at a start, skips
 * most starts; {@link CardinalityKnapsack} solves the others by branch and bound. When the limit on
 * its steps is reached the best window so far is the answer, not proven, and never worse than the
 * published search's.
 */
final class LeastWeightSearch implements WindowSearch {
  private final Criterion criterion;
  private final long stepLimit;

  /**
   * @param criterion {@link Criterion#PROC_TIME} or {@link Criterion#ENERGY}
   * @param stepLimit most branching steps of one search, at least 1
   */
  LeastWeightSearch(Criterion criterion, long stepLimit) {
    if ((criterion != Criterion.PROC_TIME && criterion != Criterion.ENERGY) || stepLimit < 1) {
      throw new IllegalArgumentException(
          "needs proctime or energy and at least 1 step, but has %s and %d"
              .formatted(criterion.label(), stepLimit));
    }
    this.criterion = criterion;
    this.stepLimit = stepLimit;
  }

  @Override
  public SearchResult find(SlotTable slots, WindowRequest request) {
    var result = new Sweep(slots, request, criterion, stepLimit).run(slots);
    if (result.proven()) {
      return result;
    }
    var published = WindowSearches.published(criterion).find(slots, request);
    return new SearchResult(better(result.window(), published.window()), false);
  }

  private Optional<Window> better(Optional<Window> ours, Optional<Window> published) {
    boolean theirs =
        published.isPresent()
            && (ours.isEmpty() || published.get().value(criterion) < ours.get().value(criterion));
    return theirs ? published : ours;
  }

  private static final class Sweep extends StartSweep {
    private final CardinalityKnapsack knapsack;
    private final long leastOthers;
    private final long leastPossible;
    private final int[] liveRanks;
    private long bestWeight = Long.MAX_VALUE;

    Sweep(SlotTable slots, WindowRequest request, Criterion criterion, long stepLimit) {
      super(slots, request);
      knapsack =
          new CardinalityKnapsack(
              ranked,
              weights(slots, criterion),
              nodeIds(slots),
              request.nodes(),
              request.costLimitMilli(),
              stepLimit);
      liveRanks = new int[ranked.size()];
      leastOthers = knapsack.leastWeight(request.nodes() - 1);
      leastPossible = knapsack.boundOverAll();
    }

    private long[] weights(SlotTable slots, Criterion criterion) {
      if (criterion == Criterion.PROC_TIME) {
        return ranked.lengths;
      }
      var weights = new long[ranked.size()];
      Arrays.setAll(
          weights,
          rank ->
              Ticks.costMilli(
                  slots.offers().node(ranked.offerAt[rank]).powerMilli(), ranked.lengths[rank]));
      return weights;
    }

    private int[] nodeIds(SlotTable slots) {
      var ids = new int[ranked.size()];
      Arrays.setAll(ids, rank -> slots.offers().node(ranked.offerAt[rank]).id());
      return ids;
    }

    @Override
    boolean canImprove(long tick) {
      return leastPossible < bestWeight;
    }

    @Override
    boolean isWorthStoring(int rank, long tick) {
      return knapsack.weight(rank) < bestWeight - leastOthers;
    }

    @Override
    void visit(long tick) {
      int count = live.collect(tick, liveRanks);
      if (knapsack.improves(liveRanks, count, bestWeight)) {
        best.keep(tick, knapsack.chosen());
        bestWeight = knapsack.chosenWeight();
      }
    }

    @Override
    boolean isProven() {
      return knapsack.isProven();
    }
  }
}
