package io.metasched.lab.bench.cyclic;

import io.metasched.lab.bench.cyclic.ScalingBenchSize.Setting;
import java.util.List;
import java.util.Optional;

/**
 * Measured costs of a run, from the snapshot of its second cycle to its end, and of searches over
 * its domains.
 *
 * @param startSeconds wall time from the first start of a JVM until all of them form a cluster; 0
 *     in this JVM
 * @param wallSeconds wall time of the run
 * @param slots number of slots in all snapshots of the measured cycles
 * @param jvms costs of each process, the caller first
 * @param digest digest of the placements
 * @param rounds maximum number of times that a process waited for others over the network
 * @param searches times of searches over several JVMs, from the caller, which has no domains
 */
record ScalingRow(
    Setting setting,
    double startSeconds,
    double wallSeconds,
    long slots,
    List<Spent> jvms,
    String digest,
    long rounds,
    Optional<Searches> searches) {
  ScalingRow {
    jvms = List.copyOf(jvms);
  }

  /**
   * Costs of one process.
   *
   * @param processorSeconds processor time
   * @param memoryBytes maximum memory in use since its start
   * @param sent number of messages sent to other processes
   * @param bytes size of the sent and the received messages
   */
  record Spent(double processorSeconds, long memoryBytes, long sent, long bytes) {}

  /**
   * Times of searches, in milliseconds.
   *
   * @param roundP50 median time from the queries to the last answer
   * @param wholeP50 median time of the whole search
   */
  record Searches(double roundP50, double roundP99, double wholeP50, double wholeP99) {}

  /** Returns the processor time of all processes. */
  double processorSeconds() {
    return jvms.stream().mapToDouble(Spent::processorSeconds).sum();
  }

  /** Returns the processor time of the busiest process. */
  double busiestSeconds() {
    return jvms.stream().mapToDouble(Spent::processorSeconds).max().orElse(0);
  }

  /**
   * Returns the maximum time for which processes waited for answers of other processes, computed
   * from median round trips.
   */
  double waitSeconds() {
    return rounds * searches.map(Searches::roundP50).orElse(0.0) / 1000;
  }

  /** Returns the number of messages from one JVM to another. */
  long messages() {
    return jvms.stream().mapToLong(Spent::sent).sum();
  }

  /** Returns the maximum memory in use of any process. */
  long mostMemoryBytes() {
    return jvms.stream().mapToLong(Spent::memoryBytes).max().orElse(0);
  }

  /** Returns the size of these messages in bytes. */
  long bytes() {
    return jvms.stream().mapToLong(Spent::bytes).sum() / 2; // each is counted by two processes
  }
}
