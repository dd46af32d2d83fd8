package io.metasched.simulation.system.broker.model;

import io.metasched.metascheduler.broker.BrokerRules;
import io.metasched.resource.broker.TableLimits;

/**
 * Settings of the interaction between brokers and agents.
 *
 * @param brokers number of brokers that use the agents, at least 1
 * @param limits limits of each node
 * @param rules rules of each broker
 * @param leastDelay minimum delay of a message, in ticks
 * @param mostDelay maximum delay of a message, in ticks
 * @param noticeTicks time from the loss or return of an agent until brokers are notified
 */
public record BrokerSetting(
    int brokers,
    TableLimits limits,
    BrokerRules rules,
    long leastDelay,
    long mostDelay,
    long noticeTicks) {
  /** One broker, with the limits and rules of the paper and no message delay. */
  public static final BrokerSetting PUBLISHED =
      new BrokerSetting(1, TableLimits.PUBLISHED, BrokerRules.DEFAULT, 0, 0, 0);

  /**
   * @throws IllegalArgumentException for a number out of range
   */
  public BrokerSetting {
    if (brokers < 1 || leastDelay < 0 || mostDelay < leastDelay || noticeTicks < 0) {
      throw new IllegalArgumentException(
          "brokers must be at least 1, delays at least 0 and in order, and notice at least 0, but"
              + " are %d, %d to %d, %d".formatted(brokers, leastDelay, mostDelay, noticeTicks));
    }
  }
}
