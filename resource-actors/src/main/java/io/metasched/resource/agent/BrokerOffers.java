package io.metasched.resource.agent;

import java.util.List;

/**
 * The offers that a broker may accept.
 *
 * @param broker its number
 * @param round of the broker
 * @param lapseTick from which on they cannot be accepted
 * @param offers by task
 */
public record BrokerOffers(int broker, long round, long lapseTick, List<OfferedTask> offers) {
  /** Copies the list. */
  public BrokerOffers {
    offers = List.copyOf(offers);
  }
}
