package io.metasched.metascheduler.broker.actor;

import io.metasched.metascheduler.broker.BrokerRules;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Parameters of a broker.
 *
 * @param number number, unique among all brokers of the same agents
 * @param silence time after which an agent that does not answer is excluded; empty to wait for all
 *     agents
 * @param clock supplier of the current tick if time advances with the wall clock, otherwise of 0
 */
record BrokerSetup(
    int number,
    BrokerRules rules,
    Optional<Duration> silence,
    MetaschedulerSettings bounds,
    LongSupplier clock,
    BrokerListener listener) {
  /** Creates a setup in which time advances only with commands. */
  static BrokerSetup untimed(
      int number, BrokerRules rules, Optional<Duration> silence, MetaschedulerSettings bounds) {
    return new BrokerSetup(number, rules, silence, bounds, () -> 0, outcomes -> {});
  }
}
