package io.metasched.resource.search;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.PartWeight;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Search for the window with the least sum of weights, such as lengths ({@code proctime}) or
 * energies ({@code energy}); of several, the first, then the cheapest.
 *
 * <p>At each start, this is a knapsack problem with a cardinality: m of the live slots, least total
 * weight, cost within the limit. A Lagrangian bound, computed once for all slots and refined at a
 * start, skips most starts; {@link CardinalityKnapsack} solves the others by branch and bound. When
 * the limit on branching steps is reached, the result is the best window so far. It is then not
 * proven to be best, but never worse than the result of the published search.
 */
final class LeastWeightSearch extends StartSweep {
  private final Criterion criterion;
  private final long stepLimit;

  private @Nullable CardinalityKnapsack knapsack; // of the current search
  private long leastOthers;
  private int[] liveRanks = new int[0];
  private long bestWeight;

  /**
   * @param criterion a {@linkplain Criterion#isKnapsack knapsack}
   * @param stepLimit maximum number of branching steps of one search, at least 1
   */
  LeastWeightSearch(Criterion criterion, long stepLimit) {
    this.criterion = criterion;
    this.stepLimit = stepLimit;
  }

  @Override
  SearchResult result(SlotTable slots, WindowRequest request) {
    var window = best.build(slots.offers(), ranked);
    if (knapsack().isProven()) {
      return SearchResult.of(window, true);
    }
    var published = WindowSearches.published(criterion).find(slots, request);
    return SearchResult.of(better(window, published.window()), false);
  }

  private Window better(Window ours, Optional<Window> published) {
    boolean theirs =
        published.isPresent() && published.get().value(criterion) < ours.value(criterion);
    return theirs ? published.get() : ours;
  }

  @Override
  void begin(SlotTable slots) {
    live.begin(ranked, nodes, false);
    var weightOf = weights(slots);
    weights = weightOf;
    var choice =
        new CardinalityKnapsack(ranked, weightOf, nodeIds(slots), nodes, costLimit, stepLimit);
    knapsack = choice;
    liveRanks = new int[admitted];
    leastOthers = choice.leastWeight(nodes - 1);
    mostWeight = Long.MAX_VALUE - leastOthers - 1;
    bestWeight = Long.MAX_VALUE;
  }

  /** Returns the weights by rank, for the ranks within the limit. */
  private long[] weights(SlotTable slots) {
    var weightOf = new long[admitted];
    Arrays.setAll(weightOf, ranked::length);
    var weight = criterion.weight();
    if (weight != PartWeight.LENGTH) { // energies need the nodes, which are scattered in memory
      Arrays.setAll(
          weightOf,
          rank ->
              weight.of(
                  weightOf[rank],
                  Ticks.costMilli(node(slots, rank).powerMilli(), weightOf[rank]),
                  ranked.costMilli(rank)));
    }
    return weightOf;
  }

  private int[] nodeIds(SlotTable slots) {
    var ids = new int[admitted];
    Arrays.setAll(ids, rank -> node(slots, rank).id());
    return ids;
  }

  private Node node(SlotTable slots, int rank) {
    return slots.offers().node(ranked.offerAt[rank]);
  }

  private CardinalityKnapsack knapsack() {
    return Objects.requireNonNull(knapsack, "no search has begun");
  }

  @Override
  void visit(long tick, boolean isDone) {
    if (!isDone) {
      return; // a knapsack would cost more than the slots that it might save
    }
    int count = live.collect(tick, liveRanks);
    if (!knapsack().improves(liveRanks, count, bestWeight)) {
      return;
    }
    best.keep(tick, knapsack().chosen());
    bestWeight = knapsack().chosenWeight();
    mostWeight = bestWeight - leastOthers - 1;
    if (knapsack().boundOverAll() >= bestWeight) {
      lastTick = tick;
    }
  }
}
