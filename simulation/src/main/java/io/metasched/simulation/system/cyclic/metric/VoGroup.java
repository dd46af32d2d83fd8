package io.metasched.simulation.system.cyclic.metric;

import io.metasched.resource.model.Ticks;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.PaymentLog;
import io.metasched.simulation.system.cyclic.rows.PaymentRow;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Virtual organization of a run.
 *
 * @param jobs jobs of the organization
 * @param payments charges and refunds of its users for these jobs
 * @param nodes number of nodes that the organizations share
 * @param endTick end of the run
 */
public record VoGroup(JobGroup jobs, List<PaymentRow> payments, int nodes, long endTick) {

  /** Returns the organizations of a run that have a job, by number. */
  public static SortedMap<Integer, VoGroup> of(CyclicRun run) {
    var payments = new TreeMap<Integer, PaymentLog.Builder>();
    for (var payment : run.payments()) {
      var job = payment.job();
      if (job != null) {
        payments.computeIfAbsent(job.vo(), vo -> new PaymentLog.Builder()).add(payment);
      }
    }
    var groups = new TreeMap<Integer, VoGroup>();
    JobGroup.by(run, row -> row.job().id().vo())
        .forEach(
            (vo, jobs) ->
                groups.put(
                    vo,
                    new VoGroup(
                        jobs,
                        payments.getOrDefault(vo, new PaymentLog.Builder()).build(),
                        run.nodes().size(),
                        run.header().endTick())));
    return groups;
  }

  /** Returns the charges of its users minus their refunds. */
  public double spent() {
    return (double) OwnerGroup.milli(payments) / Ticks.MILLI;
  }

  /** Returns the share of all nodes' time, over the whole run, in which its jobs actually ran. */
  public double nodeTimeShare() {
    long ticks = 0;
    for (var part : jobs.parts()) {
      ticks += part.realEnd() - part.start();
    }
    return ticks / Math.max(1.0, (double) nodes * endTick);
  }

  /**
   * Returns Jain's index of the organizations' shares of node time: (sum x)^2 / (n sum x^2). The
   * index ranges from 1/n if one organization has all node time to 1 if all have equal shares; NaN
   * if no node time is used.
   */
  public static double jainIndex(CyclicRun run) {
    var groups = of(run).values();
    double sum = 0;
    double squares = 0;
    for (var group : groups) {
      double share = group.nodeTimeShare();
      sum += share;
      squares += share * share;
    }
    return squares == 0 ? Double.NaN : sum * sum / (groups.size() * squares);
  }
}
