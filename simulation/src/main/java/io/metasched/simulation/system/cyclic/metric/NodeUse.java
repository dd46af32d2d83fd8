package io.metasched.simulation.system.cyclic.metric;

import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.PaymentRow;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Use of a node, and its revenue.
 *
 * @param node number of the node
 * @param parts number of parts of VO jobs
 * @param usedTicks sum of their real lengths
 * @param localTicks sum of the lengths of local jobs before the end of the run
 * @param incomeMilli charges minus refunds, in 1/1000 of money
 */
public record NodeUse(int node, int parts, long usedTicks, long localTicks, long incomeMilli) {
  private static final Comparator<NodeUse> BUSIEST_FIRST =
      Comparator.comparingLong((NodeUse use) -> use.usedTicks + use.localTicks)
          .reversed()
          .thenComparingInt(NodeUse::node);

  /** Returns the use of all nodes of a run, the busiest first. */
  public static List<NodeUse> of(CyclicRun run) {
    var tallies = new TreeMap<Integer, Tally>();
    run.nodes().forEach(row -> tallies.put(row.node().id(), new Tally()));
    var none = new Tally(); // for nodes that are not in the run
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
