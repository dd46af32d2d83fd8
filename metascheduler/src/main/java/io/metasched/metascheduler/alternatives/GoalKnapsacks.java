package io.metasched.metascheduler.alternatives;

import io.metasched.resource.model.Ticks;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Goal of a problem as a knapsack, with the limited quantity in units of a chosen size: weights are
 * rounded up to the unit, quotas are rounded down, and values are not rounded.
 *
 * <p>Quotas: t* is equation (5), each job's mean time rounded up to the granularity. b* has the
 * three readings of {@link BudgetReading}, each in the unit of the weights. A budget below the
 * least possible weight is raised to that weight, so that a choice exists. Such a budget occurs
 * only if a user's limit is below the job's cheapest offer, or because of rounding.
 */
final class GoalKnapsacks {
  private final ChoiceProblem problem;
  private final long timeUnitTicks;
  private final long costUnitMilli;

  private record Budget(long units, boolean proven) {}

  /**
   * @param timeUnitTicks unit of time, which must divide the granularity
   * @param costUnitMilli unit of cost, which must divide 1000
   */
  GoalKnapsacks(ChoiceProblem problem, long timeUnitTicks, long costUnitMilli) {
    this.problem = problem;
    this.timeUnitTicks = timeUnitTicks;
    this.costUnitMilli = costUnitMilli;
  }

  /**
   * Solves the goal. The quota of the solver is in units; the returned quota is in ticks or 1/1000
   * money.
   */
  Choice solve(Function<Knapsack, Choice> solver) {
    return switch (problem.goal()) {
      case MAX_INCOME, MIN_COST, MIN_IDLENESS -> underTimeQuota(solver);
      case MIN_TIME -> underBudget(solver);
    };
  }

  private Choice underTimeQuota(Function<Knapsack, Choice> solver) {
    var found = solver.apply(timeLimited(problem.goal()::gain));
    return new Choice(found.chosen(), found.quota() * timeUnitTicks, found.proven());
  }

  private Choice underBudget(Function<Knapsack, Choice> solver) {
    var budget =
        switch (problem.reading()) {
          case GREATEST_INCOME -> greatestIncome(solver);
          case MEAN_COSTS -> new Budget(meanCostUnits(), true);
          case USER_LIMITS -> new Budget(limitUnits(), true);
        };
    var knapsack =
        Knapsack.of(problem.offersByJob(), this::costUnits, problem.goal()::gain, budget.units());
    var found = solver.apply(knapsack);
    return new Choice(
        found.chosen(), found.quota() * costUnitMilli, found.proven() && budget.proven());
  }

  private Budget greatestIncome(Function<Knapsack, Choice> solver) {
    var richest = solver.apply(timeLimited(this::costUnits));
    long units = 0;
    for (int job = 0; job < richest.chosen().size(); job++) {
      units += costUnits(problem.offersByJob().get(job).get(richest.chosen().get(job)));
    }
    return new Budget(units, richest.proven());
  }

  private Knapsack timeLimited(ToLongFunction<AlternativeOffer> value) {
    return Knapsack.of(problem.offersByJob(), this::timeUnits, value, meanTimeUnits());
  }

  private long timeUnits(AlternativeOffer offer) {
    return Ticks.ceilDiv(offer.timeTicks(), timeUnitTicks);
  }

  private long costUnits(AlternativeOffer offer) {
    return Ticks.ceilDiv(offer.costMilli(), costUnitMilli);
  }

  private long meanTimeUnits() {
    long granules = 0;
    for (var offers : problem.offersByJob()) {
      long ticks = 0;
      for (var offer : offers) {
        ticks += offer.timeTicks();
      }
      granules += Ticks.ceilDiv(ticks, offers.size() * problem.granularityTicks());
    }
    return granules * (problem.granularityTicks() / timeUnitTicks);
  }

  private long meanCostUnits() {
    long money = 0;
    for (var offers : problem.offersByJob()) {
      long milli = 0;
      for (var offer : offers) {
        milli += costUnits(offer) * costUnitMilli;
      }
      money += Ticks.ceilDiv(milli, offers.size() * Ticks.MILLI);
    }
    return money * (Ticks.MILLI / costUnitMilli);
  }

  private long limitUnits() {
    long limitMilli = 0;
    for (long limit : problem.limitMilliByJob()) {
      limitMilli += limit;
    }
    long leastUnits = 0;
    for (var offers : problem.offersByJob()) {
      long least = Long.MAX_VALUE;
      for (var offer : offers) {
        least = Math.min(least, costUnits(offer));
      }
      leastUnits += least;
    }
    return Math.max(limitMilli / costUnitMilli, leastUnits);
  }
}
