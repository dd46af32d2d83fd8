package io.metasched.metascheduler.broker;

import java.util.Comparator;

/** Which of the offers for a task a broker takes: the first in an order of its own. */
@FunctionalInterface
public interface OfferPolicy {
  /**
   * An offer for a task.
   *
   * @param task id of the task
   * @param round of the broker
   * @param agent that has made it
   * @param load that the node would have, in per cent
   * @param reservations how many the broker has on this agent, those of this decision included
   */
  record Candidate(long task, long round, int agent, int load, int reservations) {}

  /**
   * The order of the offers for one task; the first is taken. Of those that are equal in it, that
   * of the agent of least id is.
   */
  Comparator<Candidate> order();
}
