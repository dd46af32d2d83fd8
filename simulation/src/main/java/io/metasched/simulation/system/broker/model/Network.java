package io.metasched.simulation.system.broker.model;

import io.metasched.simulation.random.Seeds;
import java.util.TreeMap;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Network between brokers and agents: delays and losses of the messages. Messages from one sender
 * to one receiver arrive in order. A lost agent cannot be reached. After the return of an agent, a
 * broker cannot reach the agent before the broker is notified of the return. Confined to one
 * thread.
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

  /**
   * Connects a broker to an agent of whose return it was notified; has no effect if the agent is
   * lost again.
   */
  void connect(int broker, int agent) {
    known[broker][agent] = isLost[agent] ? NOT_CONNECTED : losses[agent];
  }

  /**
   * Returns whether messages of a broker reach an agent, and whether the agent's answers reach the
   * broker.
   */
  boolean isOpen(int broker, int agent) {
    return !isLost[agent] && known[broker][agent] == losses[agent];
  }

  /** Returns the number of losses of an agent so far. */
  int losses(int agent) {
    return losses[agent];
  }

  /**
   * Returns the arrival tick of a message sent now, and records it as the last arrival on its link.
   */
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
