package io.metasched.resource.broker;

import java.util.List;

/**
 * Offers that a broker may accept.
 *
 * @param broker number of the broker
 * @param round round of the broker
 * @param lapseTick tick from which the offers cannot be accepted
 * @param offers the offers, by task
 */
public record BrokerOffers(int broker, long round, long lapseTick, List<OfferedTask> offers) {
  public BrokerOffers {
    offers = List.copyOf(offers);
  }
}
