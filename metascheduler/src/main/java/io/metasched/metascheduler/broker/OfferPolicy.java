package io.metasched.metascheduler.broker;

import java.util.Comparator;

/** Policy that selects an offer for a task: the first in its order. */
@FunctionalInterface
public interface OfferPolicy {
  /**
   * Offer for a task.
   *
   * @param task id of the task
   * @param round round of the broker
   * @param agent agent that made the offer
   * @param load resulting load of the node, in per cent
   * @param reservations number of reservations of the broker on this agent, including the tasks
   *     decided before in this round
   */
  record Candidate(long task, long round, int agent, int load, int reservations) {}

  /**
   * Returns the order of the offers for one task; the first offer is taken. Of equal offers, the
   * one from the agent with the lowest id is taken.
   */
  Comparator<Candidate> order();
}
