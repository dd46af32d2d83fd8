package io.metasched.simulation.system.cyclic.metric;

import io.metasched.resource.model.Ticks;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.PaymentLog;
import io.metasched.simulation.system.cyclic.rows.PaymentRow;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A virtual organization of a run.
 *
 * @param jobs its jobs
 * @param payments what its users paid for them and got back
 * @param nodes how many nodes the organizations share
 * @param endTick when the run ended
 */
public record VoGroup(JobGroup jobs, List<PaymentRow> payments, int nodes, long endTick) {

  /** The organizations of a run that have a job, by number. */
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

  /** What its users paid, less what they got back. */
  public double spent() {
    return (double) OwnerGroup.milli(payments) / Ticks.MILLI;
  }

  /** Share of all nodes' time, over the whole run, in which its jobs really ran. */
  public double nodeTimeShare() {
    long ticks = 0;
    for (var part : jobs.parts()) {
      ticks += part.realEnd() - part.start();
    }
    return ticks / Math.max(1.0, (double) nodes * endTick);
  }

  /**
   * Jain's index of the organizations' shares of node time: (sum x)^2 / (n sum x^2), from 1/n where
   * one has all of it to 1 where all have the same; NaN where none has any.
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
