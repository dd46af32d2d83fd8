package io.metasched.simulation.system.cyclic.metric;

import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.PaymentRow;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * What ran on a node, and what it earned.
 *
 * @param node its number
 * @param parts parts of VO jobs
 * @param usedTicks their real lengths together
 * @param localTicks lengths of local jobs before the end of the run
 * @param incomeMilli charges less refunds
 */
public record NodeUse(int node, int parts, long usedTicks, long localTicks, long incomeMilli) {
  private static final Comparator<NodeUse> BUSIEST_FIRST =
      Comparator.comparingLong((NodeUse use) -> use.usedTicks + use.localTicks)
          .reversed()
          .thenComparingInt(NodeUse::node);

  /** All nodes of a run, the busiest first. */
  public static List<NodeUse> of(CyclicRun run) {
    var tallies = new TreeMap<Integer, Tally>();
    run.nodes().forEach(row -> tallies.put(row.node().id(), new Tally()));
    var none = new Tally(); // of nodes that the run has not
    for (var part : run.placements()) {
      var tally = tallies.getOrDefault(part.node(), none);
      tally.parts++;
      tally.usedTicks += part.realEnd() - part.start();
    }
    long end = run.header().endTick();
    for (var job : run.local()) {
      if (job.start() >= 0) {
        tallies.getOrDefault(job.node(), none).localTicks +=
            Math.max(0, Math.min(end, job.start() + job.lengthTicks()) - job.start());
      }
    }
    for (var payment : run.payments()) {
      if (payment.job() != null) {
        tallies.getOrDefault(payment.node(), none).incomeMilli +=
            payment.kind() == PaymentRow.Kind.CHARGE ? payment.milli() : -payment.milli();
      }
    }
    return tallies.entrySet().stream()
        .map(entry -> entry.getValue().of(entry.getKey()))
        .sorted(BUSIEST_FIRST)
        .toList();
  }

  private static final class Tally {
    private int parts;
    private long usedTicks;
    private long localTicks;
    private long incomeMilli;

    NodeUse of(int node) {
      return new NodeUse(node, parts, usedTicks, localTicks, incomeMilli);
    }
  }
}
