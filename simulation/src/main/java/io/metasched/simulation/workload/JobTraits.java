package io.metasched.simulation.workload;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.WindowRequest;
import io.metasched.simulation.random.Seeds;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Traits of generated and logged jobs that no log contains.
 *
 * @param mu market price of a unit of volume, in money
 * @param leastBudgetFactor lower bound of F, the limit on a job's cost in market prices, which is
 *     uniform
 * @param mostBudgetFactor upper bound of F
 * @param criteria criteria of users, each equally likely
 * @param withdrawalRate probability that a job is withdrawn
 * @param withdrawalTicks time after the submission within which a withdrawal comes, uniformly
 *     distributed
 * @param deadlineShare probability that a job has a deadline
 * @param leastSlackTicks minimum time from the submission to a deadline
 * @param mostSlackTicks maximum time from the submission to a deadline
 * @param leastPerformance minimum performance that a demanding job requires
 * @param leastPerformanceShare probability that a job is demanding
 * @param properties probability that a job requires a property, by property
 * @param lowestPriority lower bound of the priority, which is uniform
 * @param highestPriority upper bound of the priority
 */
public record JobTraits(
    double mu,
    double leastBudgetFactor,
    double mostBudgetFactor,
    List<Criterion> criteria,
    double withdrawalRate,
    long withdrawalTicks,
    double deadlineShare,
    long leastSlackTicks,
    long mostSlackTicks,
    int leastPerformance,
    double leastPerformanceShare,
    SortedMap<String, Double> properties,
    int lowestPriority,
    int highestPriority) {

  public JobTraits {
    criteria = List.copyOf(criteria);
  }

  /** Returns the cost limit of a job, S = F x mu x m x V, in 1/1000 of money, at least 1. */
  long costLimitMilli(Seeds seeds, long job, int nodes, long volumeTicks) {
    double factor = uniform(seeds, "budget", job, leastBudgetFactor, mostBudgetFactor);
    double volumeUnits = (double) volumeTicks / Ticks.PER_UNIT;
    double milli = Math.rint(factor * mu * nodes * volumeUnits * Ticks.MILLI);
    return (long) Math.max(1, Math.min(1e17, milli));
  }

  /** Returns the user of a job for which none is given: one of {@code users} users at random. */
  static int user(Seeds seeds, long job, int users) {
    return seeds.generator("user", job).nextInt(users);
  }

  Criterion criterion(Seeds seeds, long job) {
    return criteria.get(seeds.generator("criterion", job).nextInt(criteria.size()));
  }

  long withdrawTick(Seeds seeds, long job, long submitTick) {
    var random = seeds.generator("withdrawal", job);
    if (random.nextDouble() >= withdrawalRate) {
      return -1;
    }
    return submitTick + 1 + random.nextLong(withdrawalTicks);
  }

  long deadlineTick(Seeds seeds, long job, long submitTick) {
    var random = seeds.generator("deadline", job);
    if (random.nextDouble() >= deadlineShare) {
      return WindowRequest.NO_LIMIT;
    }
    return submitTick + random.nextLong(leastSlackTicks, mostSlackTicks + 1);
  }

  Requirements requirements(Seeds seeds, long job) {
    boolean demanding =
        seeds.generator("least-performance", job).nextDouble() < leastPerformanceShare;
    var needed =
        properties.entrySet().stream()
            .filter(e -> seeds.generator("needs-" + e.getKey(), job).nextDouble() < e.getValue())
            .map(Map.Entry::getKey)
            .toList();
    return new Requirements(demanding ? leastPerformance : 0, needed);
  }

  int priority(Seeds seeds, long job) {
    return seeds.generator("priority", job).nextInt(lowestPriority, highestPriority + 1);
  }

  static double uniform(Seeds seeds, String purpose, long job, double least, double most) {
    return least + (most - least) * seeds.generator(purpose, job).nextDouble();
  }
}
