package io.metasched.simulation.cluster;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a JVM has counted since it has started.
 *
 * @param process its id on its host
 * @param processorNanos processor time that the process has had
 * @param sent what it has sent for runs, by the place of the receiver
 */
record Counted(long process, long processorNanos, SortedMap<String, Sent> sent)
    implements Unmetered {
  Counted {
    sent = Collections.unmodifiableSortedMap(new TreeMap<>(sent));
  }

  /**
   * Messages to one receiver.
   *
   * @param bytes as they went over the network
   */
  record Sent(long messages, long bytes) {
    static final Sent NOTHING = new Sent(0, 0);

    Sent plus(Sent other) {
      return new Sent(messages + other.messages, bytes + other.bytes);
    }

    Sent minus(Sent earlier) {
      return new Sent(messages - earlier.messages, bytes - earlier.bytes);
    }
  }

  Sent sentTo(String place) {
    return sent.getOrDefault(place, Sent.NOTHING);
  }
}
