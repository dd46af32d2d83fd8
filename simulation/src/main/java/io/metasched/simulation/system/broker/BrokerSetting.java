package io.metasched.simulation.system.broker;

import io.metasched.metascheduler.broker.BrokerRules;
import io.metasched.resource.agent.TableLimits;

/**
 * How brokers and agents deal with each other.
 *
 * @param brokers how many brokers use the agents, at least 1
 * @param limits of each node
 * @param rules of each broker
 * @param leastDelay least time that a message takes, in ticks
 * @param mostDelay most time that a message takes, in ticks
 * @param noticeTicks time from the loss or the return of an agent until brokers hear of it
 */
public record BrokerSetting(
    int brokers,
    TableLimits limits,
    BrokerRules rules,
    long leastDelay,
    long mostDelay,
    long noticeTicks) {
  /** One broker, the limits and rules of the paper, and no time between sender and receiver. */
  public static final BrokerSetting PUBLISHED =
      new BrokerSetting(1, TableLimits.PUBLISHED, BrokerRules.DEFAULT, 0, 0, 0);

  /**
   * @throws IllegalArgumentException for a number out of its range
   */
  public BrokerSetting {
    if (brokers < 1 || leastDelay < 0 || mostDelay < leastDelay || noticeTicks < 0) {
      throw new IllegalArgumentException(
          "brokers must be at least 1, delays from 0 up and notice at least 0, but are %d, %d to %d, %d"
              .formatted(brokers, leastDelay, mostDelay, noticeTicks));
    }
  }
}
