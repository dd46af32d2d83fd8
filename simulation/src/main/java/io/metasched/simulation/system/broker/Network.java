package io.metasched.simulation.system.broker;

import io.metasched.simulation.random.Seeds;
import java.util.TreeMap;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * What messages take from brokers to agents and back, and which get through. Messages of one sender
 * to one receiver arrive in their order. An agent that is lost is not reached, and neither is it by
 * a broker that has not heard yet that it came back. Confined to one thread.
 */
final class Network {
  private static final int NOT_CONNECTED = -1;

  private final BrokerSetting setting;
  private final Seeds seeds;
  private final int[] losses; // of each agent
  private final boolean[] isLost;
  private final int[][] known; // by broker and agent: losses when the broker last connected
  private final TreeMap<Long, UniformRandomProvider> delays = new TreeMap<>();
  private final TreeMap<Long, Long> lastArrival = new TreeMap<>();

  Network(BrokerSetting setting, int agents, Seeds seeds) {
    this.setting = setting;
    this.seeds = seeds;
    losses = new int[agents];
    isLost = new boolean[agents];
    known = new int[setting.brokers()][agents];
  }

  void lost(int agent) {
    losses[agent]++;
    isLost[agent] = true;
  }

  void back(int agent) {
    isLost[agent] = false;
  }

  /** A broker connects to an agent of which it has heard; in vain if that is lost again. */
  void connect(int broker, int agent) {
    known[broker][agent] = isLost[agent] ? NOT_CONNECTED : losses[agent];
  }

  /** Whether what a broker has sent reaches an agent, and what the agent answers the broker. */
  boolean isOpen(int broker, int agent) {
    return !isLost[agent] && known[broker][agent] == losses[agent];
  }

  /** How often an agent was lost so far. */
  int losses(int agent) {
    return losses[agent];
  }

  /** When a message arrives. */
  long arrival(int broker, int agent, boolean isToAgent, long nowTick) {
    long link = ((long) broker * losses.length + agent) * 2 + (isToAgent ? 0 : 1);
    long range = setting.mostDelay() - setting.leastDelay();
    long delay = setting.leastDelay();
    if (range > 0) {
      var generator = delays.computeIfAbsent(link, each -> seeds.generator("message-delay", each));
      delay += generator.nextLong(range + 1);
    }
    long arrival = Math.max(lastArrival.getOrDefault(link, 0L), nowTick + delay);
    lastArrival.put(link, arrival);
    return arrival;
  }
}
