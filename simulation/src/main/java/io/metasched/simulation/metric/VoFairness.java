package io.metasched.simulation.metric;

import io.metasched.metascheduler.flow.JobStatus;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Ticks;
import io.metasched.simulation.result.JobRow;
import io.metasched.simulation.result.PaymentRow;
import io.metasched.simulation.result.PlacementRow;
import io.metasched.simulation.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * How evenly a run served the virtual organizations that share the owners.
 *
 * @param organizations by number
 * @param jainIndex Jain's index of their shares of node time: (sum x)^2 / (n sum x^2), from 1/n
 *     where one has all of it to 1 where all have the same; NaN where nobody has any
 */
public record VoFairness(List<VoStatistics> organizations, double jainIndex) {

  public VoFairness {
    organizations = List.copyOf(organizations);
  }

  public static VoFairness of(RunResult run) {
    var tallies = new TreeMap<Integer, Tally>();
    run.jobs().forEach(row -> of(tallies, row.job().id()).jobs.put(row.job().id(), row));
    for (var part : run.placements()) {
      var tally = of(tallies, part.job());
      tally.usedTicks += part.realEnd() - part.start();
      tally.parts.computeIfAbsent(part.job(), job -> new ArrayList<>()).add(part);
    }
    for (var payment : run.payments()) {
      var job = payment.job();
      if (job != null) {
        long milli = payment.milli();
        of(tallies, job).spentMilli += payment.kind() == PaymentRow.Kind.CHARGE ? milli : -milli;
      }
    }
    double available = Math.max(1.0, (double) run.nodes().size() * run.header().endTick());
    var organizations = new ArrayList<VoStatistics>();
    tallies.forEach((vo, tally) -> organizations.add(tally.of(vo, available)));
    return new VoFairness(organizations, jain(organizations));
  }

  private static Tally of(TreeMap<Integer, Tally> tallies, JobId job) {
    return tallies.computeIfAbsent(job.vo(), vo -> new Tally());
  }

  private static double jain(List<VoStatistics> organizations) {
    double sum = 0;
    double squares = 0;
    for (var organization : organizations) {
      sum += organization.nodeTimeShare();
      squares += organization.nodeTimeShare() * organization.nodeTimeShare();
    }
    return squares == 0 ? Double.NaN : sum * sum / (organizations.size() * squares);
  }

  private static final class Tally {
    private final TreeMap<JobId, JobRow> jobs = new TreeMap<>();
    private final TreeMap<JobId, List<PlacementRow>> parts = new TreeMap<>();
    private long usedTicks;
    private long spentMilli;

    VoStatistics of(int vo, double available) {
      int finished = 0;
      long wait = 0;
      long flow = 0;
      for (var row : jobs.values()) {
        var placed = parts.get(row.job().id());
        if (row.fate() == JobStatus.FINISHED && placed != null) {
          var outcome = Outcome.of(row, placed);
          finished++;
          wait += outcome.sinceSubmission(outcome.start());
          flow += outcome.sinceSubmission(outcome.finish());
        }
      }
      return new VoStatistics(
          vo,
          jobs.size(),
          finished,
          mean(wait, finished),
          mean(flow, finished),
          (double) spentMilli / Ticks.MILLI,
          usedTicks / available);
    }

    private static double mean(long ticks, int jobs) {
      return jobs == 0 ? Double.NaN : (double) ticks / jobs / Ticks.PER_UNIT;
    }
  }
}
