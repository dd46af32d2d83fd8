package io.metasched.metascheduler.deployment;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * What the JVMs of a cluster have spent since they have started, or between two instants.
 *
 * @param jvms by place
 */
public record ClusterUsage(List<Use> jvms) {
  public ClusterUsage {
    jvms = List.copyOf(jvms);
  }

  /**
   * What one JVM has spent.
   *
   * @param place {@code HOST:PORT}
   * @param processorNanos processor time of its process
   * @param memoryBytes the most memory it had in use since it has started, also between two
   *     instants
   * @param sent messages that its actors have sent to others
   * @param got messages that others have sent it
   * @param bytes of both, as they went over the network
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

  /** What the JVMs have spent that have counted this. */
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

  /** What was spent since an earlier reading; JVMs that were not in it are left out. */
  public ClusterUsage minus(ClusterUsage earlier) {
    var since = new ArrayList<Use>();
    for (var now : jvms) {
      earlier.jvms.stream()
          .filter(use -> use.place().equals(now.place()))
          .forEach(use -> since.add(now.minus(use)));
    }
    return new ClusterUsage(since);
  }

  /** Processor time of all processes together. */
  public long processorNanos() {
    return jvms.stream().mapToLong(Use::processorNanos).sum();
  }

  /** How many messages went from one JVM to another. */
  public long messages() {
    return jvms.stream().mapToLong(Use::sent).sum();
  }

  /** Their bytes as they went over the network. */
  public long bytes() {
    return jvms.stream().mapToLong(Use::bytes).sum() / 2; // each is of two JVMs
  }
}
