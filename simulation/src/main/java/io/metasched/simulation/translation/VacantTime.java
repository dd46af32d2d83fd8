package io.metasched.simulation.translation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Vacant processor time that no waiting job could use because of its size. Only ticks count at
 * which jobs wait that are ready and run later. At these ticks, all vacant processors count if even
 * the smallest of these jobs needs more than are vacant together; in one site, unless jobs may
 * cross sites. The run time of a job does not count, because it is unknown. Ticks after the last
 * submission do not count either.
 */
final class VacantTime {
  private final CommonWorkload workload;
  private final boolean isOnePool;
  private final long[] vacant;
  private final TreeMap<Integer, Integer> waiting =
      new TreeMap<>(); // sizes, with the number of each
  private final List<Change> changes = new ArrayList<>();

  /** Change at a tick. */
  private record Change(long tick, Runnable effect) {}

  VacantTime(CommonWorkload workload, List<CommonOutcome> outcomes, boolean crossesSites) {
    this.workload = workload;
    var sites = workload.sites();
    isOnePool =
        crossesSites || outcomes.stream().anyMatch(o -> o.isPlaced() && o.bySite().isEmpty());
    vacant = new long[isOnePool ? 1 : sites.count()];
    Arrays.fill(vacant, isOnePool ? sites.total() : sites.processors());
    for (int at = 0; at < outcomes.size(); at++) {
      if (outcomes.get(at).isPlaced()) {
        add(workload.jobs().get(at), outcomes.get(at));
      }
    }
    changes.sort(Comparator.comparingLong(Change::tick)); // stable
  }

  private void add(CommonJob job, CommonOutcome outcome) {
    long start = outcome.startTick();
    long ready = outcome.readyTick(job);
    if (ready < start) {
      int size = job.processors();
      changes.add(new Change(ready, () -> waiting.merge(size, 1, Integer::sum)));
      changes.add(
          new Change(start, () -> waiting.computeIfPresent(size, (s, n) -> n == 1 ? null : n - 1)));
    }
    changes.add(new Change(start, () -> take(job, outcome, 1)));
    changes.add(new Change(start + job.runTicks(), () -> take(job, outcome, -1)));
  }

  private void take(CommonJob job, CommonOutcome outcome, int sign) {
    if (isOnePool) {
      vacant[0] -= (long) sign * job.processors();
      return;
    }
    for (int site = 0; site < vacant.length; site++) {
      vacant[site] -= (long) sign * outcome.bySite().get(site);
    }
  }

  /**
   * Returns the share of this time in all processor time; NaN if all jobs were submitted at the
   * same tick.
   */
  double share() {
    var jobs = workload.jobs();
    long last = jobs.get(jobs.size() - 1).submitTick();
    double lost = 0;
    long since = 0;
    for (var change : changes) {
      long until = Math.min(change.tick(), last);
      if (until > since) {
        lost += (double) (until - since) * unusable();
        since = until;
      }
      change.effect().run();
    }
    return lost / ((double) workload.sites().total() * last);
  }

  private long unusable() {
    long most = Arrays.stream(vacant).max().orElseThrow();
    boolean isUsable = waiting.isEmpty() || waiting.firstKey() <= most;
    return isUsable ? 0 : Arrays.stream(vacant).sum();
  }
}
