package io.metasched.simulation.bench;

import io.metasched.simulation.bench.ScalingBenchSize.Setting;
import java.util.List;

/**
 * What a run over several JVMs took, from the snapshot of its second cycle to its last answer, and
 * what searches over its domains took.
 *
 * @param wallSeconds time of the wall
 * @param slots how many slots all snapshots of the measured cycles had
 * @param jvms what each process spent, the caller first
 * @param rounds how often somebody waited for others over the network, at most
 * @param searches what searches took, from the caller, for whom all domains are elsewhere
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
   * @param messages messages it sent and got
   * @param bytes of these messages
   * @param owned share of the domains that it had
   * @param plans whether it had the metascheduler
   */
  record Spent(
      double processorSeconds, long sent, long messages, long bytes, double owned, boolean plans) {}

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
