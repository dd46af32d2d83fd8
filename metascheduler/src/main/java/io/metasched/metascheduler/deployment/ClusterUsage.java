package io.metasched.metascheduler.deployment;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * Resources used by the JVMs of a cluster since their start, or between two readings.
 *
 * @param jvms usage of the JVMs, by place
 */
public record ClusterUsage(List<Use> jvms) {
  public ClusterUsage {
    jvms = List.copyOf(jvms);
  }

  /**
   * Resources used by one JVM.
   *
   * @param place {@code HOST:PORT}
   * @param processorNanos processor time of its process in nanoseconds
   * @param memoryBytes peak memory in use since the start of the JVM, even in a difference of two
   *     readings
   * @param sent number of messages from its actors to other JVMs
   * @param got number of messages from other JVMs
   * @param bytes number of bytes of these messages on the network
   */
  public record Use(
      String place, long processorNanos, long memoryBytes, long sent, long got, long bytes) {
    private Use minus(Use earlier) {
      return new Use(
          place,
          processorNanos - earlier.processorNanos,
          memoryBytes,
          sent - earlier.sent,
          got - earlier.got,
          bytes - earlier.bytes);
    }
  }

  /** Returns the usage that statistics of JVMs show. */
  public static ClusterUsage of(SortedMap<String, NodeStats> counted) {
    var jvms = new ArrayList<Use>();
    counted.forEach(
        (place, own) -> {
          var sent = NodeStats.Sent.NOTHING;
          var got = NodeStats.Sent.NOTHING;
          for (var to : own.sent().values()) {
            sent = sent.plus(to);
          }
          for (var other : counted.values()) {
            got = got.plus(other.sentTo(place));
          }
          jvms.add(
              new Use(
                  place,
                  own.processorNanos(),
                  own.memoryBytes(),
                  sent.messages(),
                  got.messages(),
                  sent.bytes() + got.bytes()));
        });
    return new ClusterUsage(jvms);
  }

  /**
   * Returns the usage since an earlier reading; JVMs that are not in the earlier reading are
   * omitted.
   */
  public ClusterUsage minus(ClusterUsage earlier) {
    var since = new ArrayList<Use>();
    for (var now : jvms) {
      earlier.jvms.stream()
          .filter(use -> use.place().equals(now.place()))
          .forEach(use -> since.add(now.minus(use)));
    }
    return new ClusterUsage(since);
  }

  /** Returns the number of messages between JVMs. */
  public long messages() {
    return jvms.stream().mapToLong(Use::sent).sum();
  }

  /** Returns the number of bytes of these messages on the network. */
  public long bytes() {
    return jvms.stream().mapToLong(Use::bytes).sum() / 2; // each byte is counted in two JVMs
  }
}
