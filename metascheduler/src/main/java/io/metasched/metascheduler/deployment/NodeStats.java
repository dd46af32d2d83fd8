package io.metasched.metascheduler.deployment;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Statistics of a JVM since its start.
 *
 * @param process id of its process on its host
 * @param processorNanos processor time of the process in nanoseconds
 * @param memoryBytes sum of the peaks of all kinds of memory of the JVM
 * @param sent messages sent by the actors of the JVM, by the place of the receiver
 */
public record NodeStats(
    long process, long processorNanos, long memoryBytes, SortedMap<String, Sent> sent)
    implements NotCounted {
  public NodeStats {
    sent = Collections.unmodifiableSortedMap(new TreeMap<>(sent));
  }

  /**
   * Messages to one receiver.
   *
   * @param messages number of messages
   * @param bytes bytes on the network
   */
  public record Sent(long messages, long bytes) {
    static final Sent NOTHING = new Sent(0, 0);

    Sent plus(Sent other) {
      return new Sent(messages + other.messages, bytes + other.bytes);
    }

    /** Returns the difference from an earlier reading. */
    public Sent minus(Sent earlier) {
      return new Sent(messages - earlier.messages, bytes - earlier.bytes);
    }
  }

  /** Returns the messages sent to a place. */
  public Sent sentTo(String place) {
    return sent.getOrDefault(place, Sent.NOTHING);
  }
}
