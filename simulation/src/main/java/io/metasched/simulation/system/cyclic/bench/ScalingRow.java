package io.metasched.simulation.system.cyclic.bench;

import io.metasched.simulation.system.cyclic.bench.ScalingBenchSize.Setting;
import java.util.List;

/**
 * What a run over several JVMs took, from the snapshot of its second cycle to its last answer, and
 * what searches over its domains took.
 *
 * @param wallSeconds time of the wall
 * @param slots how many slots all snapshots of the measured cycles had
 * @param jvms what each process spent, the caller first
 * @param rounds how often a process waited for others over the network, at most
 * @param searches what searches took, from the caller, which has no domains itself
 */
record ScalingRow(
    Setting setting,
    double wallSeconds,
    long slots,
    List<Spent> jvms,
    long rounds,
    Searches searches) {
  ScalingRow {
    jvms = List.copyOf(jvms);
  }

  /**
   * What one process spent.
   *
   * @param processorSeconds processor time
   * @param sent messages it sent to others
   * @param bytes of these messages and of those it got
   */
  record Spent(double processorSeconds, long sent, long bytes) {}

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

  /** Messages from one JVM to another. */
  long messages() {
    return jvms.stream().mapToLong(Spent::sent).sum();
  }

  /** Bytes of these messages. */
  long bytes() {
    return jvms.stream().mapToLong(Spent::bytes).sum() / 2; // each is of two
  }
}
