package io.metasched.simulation.system.broker.rule;

import io.metasched.simulation.system.broker.rows.BrokerFacts;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** The checker's own implementation of the policies. */
final class NaiveDecision {
  /** Offer for a task, with the resulting load of the node. */
  record Offered(int agent, int load) {}

  private NaiveDecision() {}

  /**
   * Returns the offer that the policy accepts; empty if there are no offers.
   *
   * @param offers offers by agent, ascending
   * @param counts number of reservations by agent, including those of this decision
   */
  static Optional<Offered> taken(
      BrokerFacts facts,
      long task,
      long round,
      List<Offered> offers,
      SortedMap<Integer, Integer> counts) {
    @Nullable Offered best = null;
    for (var offer : offers) {
      if (best == null || isBefore(facts, task, round, offer, best, counts)) {
        best = offer;
      }
    }
    return Optional.ofNullable(best);
  }

  private static boolean isBefore(
      BrokerFacts facts,
      long task,
      long round,
      Offered one,
      Offered other,
      SortedMap<Integer, Integer> counts) {
    int byLoad = one.load() - other.load();
    int byCount = counts.getOrDefault(one.agent(), 0) - counts.getOrDefault(other.agent(), 0);
    return switch (facts.title().policy()) {
      case "least-load" -> byLoad < 0 || (byLoad == 0 && byCount < 0);
      case "fewest-reservations" -> byCount < 0 || (byCount == 0 && byLoad < 0);
      case "most-load" -> byLoad > 0;
      case "random" -> number(facts, task, round, one) < number(facts, task, round, other);
      default -> one.agent() < other.agent();
    };
  }

  /** Returns a hash of the seed, the task, the round and the agent, chained through SplitMix64. */
  private static long number(BrokerFacts facts, long task, long round, Offered offer) {
    long number = mixed(facts.decisionSeed());
    for (long part : List.of(task, round, (long) offer.agent())) {
      number = mixed(number ^ part);
    }
    return number;
  }

  private static long mixed(long state) {
    long sum = state + 0x9E3779B97F4A7C15L;
    long once = (sum ^ (sum >>> 30)) * 0xBF58476D1CE4E5B9L;
    long twice = (once ^ (once >>> 27)) * 0x94D049BB133111EBL;
    return twice ^ (twice >>> 31);
  }
}
