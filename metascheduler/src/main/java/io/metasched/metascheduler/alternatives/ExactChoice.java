package io.metasched.metascheduler.alternatives;

/**
 * Choice on unrounded ticks and 1/1000 money, without a grid.
 *
 * <p>From the last job to the first, a Pareto frontier of (limited quantity, criterion) replaces
 * the row of the recursion. States that provably lead to less than the best known combination are
 * dropped. The combination is recovered forward as in the recursion, so the result is the
 * lexicographically least optimal one. If the criterion is proportional to the limited quantity, as
 * in equation (9) or with equal prices in (6), the frontier is a table of bits, one per reachable
 * sum.
 *
 * <p>Source: equations (1)-(9); the bounds are from Sinha and Zoltners, The multiple-choice
 * knapsack problem, 1979. Only the table of bits grows with the quota; it has a separate limit. t*
 * is in whole granules and the budget of mean costs in whole money, as in the recursion.
 *
 * <p>Cost: O(a·s) time for a alternatives per job and s states kept; 16 bytes per state. Beyond the
 * limit of states, the frontiers are thinned: the choice is then feasible and good, but not proven
 * optimal.
 */
public final class ExactChoice implements CombinationChoice {
  /** Default of the maximum number of states. */
  public static final int DEFAULT_STATES = 500_000;

  private static final long TABLE_WORDS_PER_STATE = 16; // 64 MB by default

  private final int maxStates;

  /** Creates a choice that keeps up to {@link #DEFAULT_STATES} states. */
  public ExactChoice() {
    this(DEFAULT_STATES);
  }

  /**
   * Creates a choice that keeps up to {@code maxStates} states over all frontiers of a problem, at
   * least 1.
   */
  public ExactChoice(int maxStates) {
    if (maxStates < 1) {
      throw new IllegalArgumentException("maxStates must be at least 1, but is " + maxStates);
    }
    this.maxStates = maxStates;
  }

  @Override
  public Choice choose(ChoiceProblem problem) {
    return new GoalKnapsacks(problem, 1, 1).solve(this::solve);
  }

  private Choice solve(Knapsack knapsack) {
    if (knapsack.valuesFollowWeights()) {
      var sums = new SumTable(knapsack);
      if (sums.words() <= TABLE_WORDS_PER_STATE * maxStates) {
        return new Choice(sums.choose(), knapsack.capacity, true);
      }
    }
    return FrontierSearch.solve(knapsack, maxStates);
  }
}
