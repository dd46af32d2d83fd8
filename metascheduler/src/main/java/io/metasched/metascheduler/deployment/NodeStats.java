package io.metasched.metascheduler.deployment;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a JVM has counted since it has started.
 *
 * @param process its id on its host
 * @param processorNanos processor time that the process has used
 * @param memoryBytes the most that each kind of its memory had in use, summed up
 * @param sent what its actors have sent, by the place of the receiver
 */
public record NodeStats(
    long process, long processorNanos, long memoryBytes, SortedMap<String, Sent> sent)
    implements NotCounted {
  /** Copies the map. */
  public NodeStats {
    sent = Collections.unmodifiableSortedMap(new TreeMap<>(sent));
  }

  /**
   * Messages to one receiver.
   *
   * @param bytes as they went over the network
   */
  public record Sent(long messages, long bytes) {
    static final Sent NOTHING = new Sent(0, 0);

    Sent plus(Sent other) {
      return new Sent(messages + other.messages, bytes + other.bytes);
    }

    /** What was sent since. */
    public Sent minus(Sent earlier) {
      return new Sent(messages - earlier.messages, bytes - earlier.bytes);
    }
  }

  /** What was sent to a place. */
  public Sent sentTo(String place) {
    return sent.getOrDefault(place, Sent.NOTHING);
  }
}
