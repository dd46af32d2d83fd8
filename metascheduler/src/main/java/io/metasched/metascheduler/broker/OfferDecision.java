package io.metasched.metascheduler.broker;

import io.metasched.resource.agent.Offer;
import io.metasched.resource.agent.OfferBatch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which agent's offer each task takes: that of least load of the node; on equal load that of the
 * agent on which the broker has fewer reservations, those of this decision included; then that of
 * the agent of least id. Tasks are decided in their order.
 *
 * <p>Source: the broker-agent paper, section 3.6 (5). Departure: the paper compares offers as they
 * arrive, so that ties depend on the network; here all are there before the first is compared.
 * Cost: O(o log t) for o offers for t tasks.
 */
final class OfferDecision {
  private record AgentOffer(int agent, int load) {}

  private OfferDecision() {}

  /**
   * The accepted tasks by agent.
   *
   * @param tasks ids in the order in which they are decided
   * @param answers by agent
   * @param reservations how many the broker has, by agent; agents without any may be missing
   */
  static SortedMap<Integer, List<Long>> of(
      Collection<Long> tasks,
      SortedMap<Integer, OfferBatch> answers,
      SortedMap<Integer, Integer> reservations) {
    var counts = new TreeMap<>(reservations);
    var offers = new TreeMap<Long, List<AgentOffer>>();
    answers.forEach((agent, batch) -> batch.offers().forEach(offer -> add(offers, agent, offer)));
    var accepted = new TreeMap<Integer, List<Long>>();
    for (long task : tasks) {
      var best = (AgentOffer) null;
      for (var offer : offers.getOrDefault(task, List.of())) { // by agent, ascending
        if (best == null || isBetter(offer, best, counts)) {
          best = offer;
        }
      }
      if (best != null) {
        accepted.computeIfAbsent(best.agent(), agent -> new ArrayList<>()).add(task);
        counts.merge(best.agent(), 1, Integer::sum);
      }
    }
    return accepted;
  }

  private static void add(Map<Long, List<AgentOffer>> offers, int agent, Offer offer) {
    offers
        .computeIfAbsent(offer.task(), task -> new ArrayList<>())
        .add(new AgentOffer(agent, offer.load()));
  }

  private static boolean isBetter(AgentOffer offer, AgentOffer than, Map<Integer, Integer> counts) {
    return offer.load() != than.load()
        ? offer.load() < than.load()
        : counts.getOrDefault(offer.agent(), 0) < counts.getOrDefault(than.agent(), 0);
  }
}
