package io.metasched.metascheduler.actor;

import io.metasched.metascheduler.broker.BrokerRules;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What a broker is made with.
 *
 * @param number among all brokers of its agents
 * @param silence after which an agent that does not answer is left out, if any is
 * @param clock the present tick where it passes by itself, else 0
 */
record BrokerSetup(
    int number,
    BrokerRules rules,
    Optional<Duration> silence,
    MetaschedulerSettings bounds,
    LongSupplier clock,
    BrokerListener listener) {
  /** One for which time is what its commands say. */
  static BrokerSetup untimed(
      int number, BrokerRules rules, Optional<Duration> silence, MetaschedulerSettings bounds) {
    return new BrokerSetup(number, rules, silence, bounds, () -> 0, outcomes -> {});
  }
}
