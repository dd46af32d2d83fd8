package io.metasched.metascheduler.alternatives;

import java.util.List;

/**
 * Pareto frontiers of a knapsack from the last job back to the first: for each job and all later
 * ones, every (weight, value) whose value no lighter state reaches. The frontiers correspond to the
 * rows of equation (2), without a grid.
 *
 * <p>A state is dropped if it cannot become part of a combination as good as the best known one:
 * its value plus the {@link Relaxation} bound of the earlier jobs is strictly less. Therefore,
 * every state of every optimal combination stays, or a lighter state of equal value, and the
 * forward recovery still finds the earliest alternatives. A state that is completed by whole
 * relaxation steps is a combination, too; the best known combination is the best of these.
 *
 * <p>Thinned frontiers keep evenly spread states; the result is then the best combination known.
 */
final class FrontierSearch {
  private final Knapsack knapsack;
  private final Relaxation relaxation;
  private final boolean thinned;
  private final int maxStates;
  private final Frontier[] frontiers;

  private long bestValue;
  private int bestJob;
  private long bestStateWeight;
  private long bestStateValue;

  private FrontierSearch(Knapsack knapsack, boolean thinned, int maxStates) {
    this.knapsack = knapsack;
    this.relaxation = new Relaxation(knapsack);
    this.thinned = thinned;
    this.maxStates = maxStates;
    this.frontiers = new Frontier[knapsack.jobs() + 1];
  }

  /**
   * Solves with at most {@code maxStates} states in total; thins the frontiers if exact ones are
   * larger.
   */
  static Choice solve(Knapsack knapsack, int maxStates) {
    var exact = new FrontierSearch(knapsack, false, maxStates);
    if (exact.run()) {
      return new Choice(exact.recover(0, 0, exact.bestValue), knapsack.capacity, true);
    }
    var thin = new FrontierSearch(knapsack, true, maxStates);
    thin.run();
    var chosen = thin.recover(thin.bestJob, thin.bestStateWeight, thin.bestStateValue);
    return new Choice(chosen, knapsack.capacity, false);
  }

  /** Builds all frontiers; returns false if they need more states than allowed. */
  private boolean run() {
    int jobs = knapsack.jobs();
    int statesLeft = maxStates;
    frontiers[jobs] = Frontier.ofNothing();
    var all = relaxation.ofFirst(jobs);
    bestJob = jobs;
    bestValue = all.values[all.fitting(all.weights.length - 1, knapsack.capacity)];
    for (int job = jobs - 1; job >= 0; job--) {
      var frontier = extended(job, thinned ? Integer.MAX_VALUE : statesLeft);
      if (thinned) {
        frontier = frontier.thinnedTo(Math.max(2, maxStates / jobs));
      } else if (frontier.size > statesLeft) {
        return false;
      }
      statesLeft -= frontier.size;
      frontiers[job] = frontier.trimmed();
    }
    return true;
  }

  /**
   * Returns the frontier from {@code job} on. Stops early when the frontier exceeds {@code limit}.
   */
  private Frontier extended(int job, int limit) {
    var bounds = relaxation.ofFirst(job);
    var later = frontiers[job + 1];
    var shifted = new Frontier(later.size);
    var merged = new Frontier(later.size);
    var spare = new Frontier(later.size);
    for (int offer = 0; offer < knapsack.weights[job].length; offer++) {
      if (isMatchedByAnother(job, offer)) {
        continue;
      }
      shifted.size = 0;
      addPromising(
          later, knapsack.weights[job][offer], knapsack.values[job][offer], job, bounds, shifted);
      spare.mergeOf(merged, shifted);
      var swapped = merged;
      merged = spare;
      spare = swapped;
      if (merged.size > limit) {
        return merged;
      }
    }
    spare.size = 0;
    addPromising(merged, 0, 0, job, bounds, spare); // the best known value may have risen since
    return spare;
  }

  /** Copies the states that can still lead to the best combination after the offer is added. */
  private void addPromising(
      Frontier source,
      long weight,
      long value,
      int job,
      Relaxation.Bounds bounds,
      Frontier target) {
    int steps = bounds.weights.length - 1;
    for (int state = 0; state < source.size; state++) {
      long stateWeight = source.weights[state] + weight;
      long stateValue = source.values[state] + value;
      long left = knapsack.capacity - stateWeight;
      if (left < bounds.weights[0]) {
        return; // only heavier states follow
      }
      steps = bounds.fitting(steps, left);
      long known = stateValue + bounds.values[steps];
      if (known > bestValue) {
        bestValue = known;
        bestJob = job;
        bestStateWeight = stateWeight;
        bestStateValue = stateValue;
      }
      if (known + bounds.fraction(steps, left) >= bestValue) {
        target.add(stateWeight, stateValue);
      }
    }
  }

  /**
   * Returns whether another offer of the job is at most as heavy and at least as valuable. Of equal
   * offers, one is kept.
   */
  private boolean isMatchedByAnother(int job, int offer) {
    long[] weights = knapsack.weights[job];
    long[] values = knapsack.values[job];
    for (int other = 0; other < weights.length; other++) {
      boolean asGood = weights[other] <= weights[offer] && values[other] >= values[offer];
      boolean equal = weights[other] == weights[offer] && values[other] == values[offer];
      if (asGood && (!equal || other < offer)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Recovers the combination by equation (4): whole relaxation steps for the jobs before {@code
   * firstJob}, which leave room for the state; then, for each later job, the earliest offer that
   * attains the state's value together with the later frontier.
   */
  private List<Integer> recover(int firstJob, long stateWeight, long stateValue) {
    var chosen = relaxation.wholeSteps(firstJob, knapsack.capacity - stateWeight);
    long left = knapsack.capacity;
    for (int job = 0; job < firstJob; job++) {
      left -= knapsack.weights[job][chosen.get(job)];
    }
    long wanted = stateValue;
    for (int job = firstJob; job < knapsack.jobs(); job++) {
      int offer = earliestAttaining(job, left, wanted);
      chosen.add(offer);
      left -= knapsack.weights[job][offer];
      wanted -= knapsack.values[job][offer];
    }
    return chosen;
  }

  private int earliestAttaining(int job, long left, long wanted) {
    long[] weights = knapsack.weights[job];
    long[] values = knapsack.values[job];
    for (int offer = 0; offer < weights.length; offer++) {
      if (weights[offer] <= left
          && frontiers[job + 1].valueWithin(left - weights[offer]) >= wanted - values[offer]) {
        return offer;
      }
    }
    throw new AssertionError("job %d has no offer that attains %d".formatted(job, wanted));
  }
}
