package io.metasched.simulation.system.cyclic.bench;

import io.metasched.simulation.system.cyclic.bench.ScalingBenchSize.Setting;
import java.util.List;
import java.util.Optional;

/**
 * What a run took, from the snapshot of its second cycle to its end, and what searches over its
 * domains took.
 *
 * @param startSeconds time of the wall from the first start of a JVM until all of them form a
 *     cluster; 0 in this JVM
 * @param wallSeconds time of the wall
 * @param slots how many slots all snapshots of the measured cycles had
 * @param jvms what each process spent, the caller first
 * @param digest of the placements
 * @param rounds how often a process waited for others over the network, at most
 * @param searches what searches over several JVMs took, from the caller, which has no domains
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
   * What one process spent.
   *
   * @param processorSeconds processor time
   * @param memoryBytes the most memory it had in use, from its start on
   * @param sent messages it sent to others
   * @param bytes of these messages and of those it got
   */
  record Spent(double processorSeconds, long memoryBytes, long sent, long bytes) {}

  /**
   * What searches took, in milliseconds.
   *
   * @param roundP50 median from the questions to the last answer
   * @param wholeP50 median of the search with that
   */
  record Searches(double roundP50, double roundP99, double wholeP50, double wholeP99) {}

  /** Processor time of all processes. */
  double processorSeconds() {
    return jvms.stream().mapToDouble(Spent::processorSeconds).sum();
  }

  /** Processor time of the process with most. */
  double busiestSeconds() {
    return jvms.stream().mapToDouble(Spent::processorSeconds).max().orElse(0);
  }

  /** How long processes waited for answers of others, at most: median round trips. */
  double waitSeconds() {
    return rounds * searches.map(Searches::roundP50).orElse(0.0) / 1000;
  }

  /** Messages from one JVM to another. */
  long messages() {
    return jvms.stream().mapToLong(Spent::sent).sum();
  }

  /** The most memory that one of the processes had in use. */
  long mostMemoryBytes() {
    return jvms.stream().mapToLong(Spent::memoryBytes).max().orElse(0);
  }

  /** Bytes of these messages. */
  long bytes() {
    return jvms.stream().mapToLong(Spent::bytes).sum() / 2; // each is of two
  }
}
