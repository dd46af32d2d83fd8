package io.metasched.metascheduler.broker;

import io.metasched.metascheduler.broker.OfferPolicy.Candidate;
import io.metasched.resource.broker.AgentOffer;
import io.metasched.resource.broker.OfferBatch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Choice of an agent's offer for each task: the first offer in the order of a policy; of equal
 * offers, the one from the agent with the lowest id. Tasks are decided in order, and each decided
 * task counts as a reservation for the later ones.
 *
 * <p>Source: the broker-agent paper, section 3.6 (5). Departure: the paper compares offers when
 * they arrive, so that the choice between equal offers depends on the network; here, all offers
 * have arrived before the first comparison. Cost: O(o log t) for o offers and t tasks.
 */
final class OfferDecision {
  private record AgentLoad(int agent, int load) {}

  private OfferDecision() {}

  /**
   * Returns the accepted tasks by agent.
   *
   * @param policy policy that selects the offer
   * @param round number of the round
   * @param tasks ids in the order of decision
   * @param answers offers by agent
   * @param reservations number of reservations of the broker, by agent; agents without any may be
   *     missing
   */
  static SortedMap<Integer, List<Long>> of(
      OfferPolicy policy,
      long round,
      Collection<Long> tasks,
      SortedMap<Integer, OfferBatch> answers,
      SortedMap<Integer, Integer> reservations) {
    var order = policy.order();
    var counts = new TreeMap<>(reservations);
    var offers = new TreeMap<Long, List<AgentLoad>>();
    answers.forEach((agent, batch) -> batch.offers().forEach(offer -> add(offers, agent, offer)));
    var accepted = new TreeMap<Integer, List<Long>>();
    for (long task : tasks) {
      var best = (Candidate) null;
      for (var offer : offers.getOrDefault(task, List.of())) { // by agent, ascending
        int count = counts.getOrDefault(offer.agent(), 0);
        var candidate = new Candidate(task, round, offer.agent(), offer.load(), count);
        if (best == null || order.compare(candidate, best) < 0) {
          best = candidate;
        }
      }
      if (best != null) {
        accepted.computeIfAbsent(best.agent(), agent -> new ArrayList<>()).add(task);
        counts.merge(best.agent(), 1, Integer::sum);
      }
    }
    return accepted;
  }

  private static void add(Map<Long, List<AgentLoad>> offers, int agent, AgentOffer offer) {
    offers
        .computeIfAbsent(offer.task(), task -> new ArrayList<>())
        .add(new AgentLoad(agent, offer.load()));
  }
}
