package io.metasched.simulation.rule;

import static io.metasched.simulation.rule.ReportedFigures.seconds;

import io.metasched.resource.provider.LocalSchedulers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Rule that recomputes the starts of batch jobs on a cluster, pass by pass. The state before each
 * pass is taken from the rows: the waiting jobs, the running jobs with their limits, and the
 * reservations. It therefore detects both a job that waits needlessly and a job that starts out of
 * order, and a wrong start does not affect other passes.
 *
 * <p>Cost: a pass of {@link LocalQueue} for each pass, until a budget is used up.
 */
public final class LocalStarts {
  /** Listener for the starts promised to waiting jobs, pass by pass. */
  @FunctionalInterface
  public interface Promised {
    /** Notified when a start is promised to a job. */
    void promised(CheckedJob job, long start, long now);
  }

  /**
   * Maximum number of jobs and changes of the free processors that are examined for one run, which
   * takes a few seconds.
   */
  public static final long MOST_LOOKS = 200_000_000;

  /**
   * Processors of a reservation.
   *
   * @param since tick at which it was created
   * @param start start of the reservation
   * @param end latest end
   * @param freed tick at which it ended or was cancelled
   */
  public record Reserved(int processors, long since, long start, long end, long freed) {}

  /** Processors that are taken for a span, until they are free. */
  private record Taken(int processors, long start, long end, long freed) {}

  private final String cluster;
  private final String scheduler;
  private final long mostLooks;
  private final CapacitySteps free;
  private final LocalQueue queue;
  private final List<CheckedJob> jobs;
  private final List<Reserved> reservations;
  private final SortedSet<Long> passes;
  private final PriorityQueue<Taken> taken =
      new PriorityQueue<>(Comparator.comparingLong(Taken::freed));
  private final TreeMap<Long, List<CheckedJob>> byStart = new TreeMap<>();
  private final TreeSet<Long> named = new TreeSet<>();
  private int joined;
  private int made;

  /**
   * @param cluster name of the cluster in notes
   * @param scheduler name of its local scheduler, for which {@link #isKnown} is true
   * @param mostLooks share of {@link #MOST_LOOKS}
   * @param free free processors of the empty cluster
   * @param jobs batch jobs of the cluster
   * @param reservations reservations of the cluster
   * @param passes ticks at which its scheduler has passes
   */
  public LocalStarts(
      String cluster,
      String scheduler,
      long mostLooks,
      CapacitySteps free,
      List<CheckedJob> jobs,
      List<Reserved> reservations,
      SortedSet<Long> passes) {
    this.cluster = cluster;
    this.scheduler = scheduler;
    this.mostLooks = mostLooks;
    this.free = free;
    this.jobs = new ArrayList<>(jobs);
    this.jobs.sort(Comparator.comparingLong(CheckedJob::joins));
    this.reservations = new ArrayList<>(reservations);
    this.reservations.sort(Comparator.comparingLong(Reserved::since));
    this.passes = passes;
    queue = new LocalQueue(scheduler);
    jobs.forEach(job -> byStart.computeIfAbsent(job.start(), s -> new ArrayList<>()).add(job));
  }

  /** Returns whether a local scheduler has that name; reports an unknown one. */
  public static boolean isKnown(String scheduler, RuleReport report) {
    boolean isKnown = LocalQueue.order(scheduler).isPresent();
    if (!isKnown) {
      report.add("the run", "its jobs must be started by one of %s", LocalSchedulers.names());
    }
    return isKnown;
  }

  /**
   * Checks all passes.
   *
   * @return tick up to which they were checked
   */
  public long check(RuleReport report, Promised promised) {
    long before = Long.MIN_VALUE;
    int checked = 0;
    for (long now : passes) {
      if (free.looks() + queue.looks() > mostLooks) {
        report.note(
            "%d of %d passes of %s, up to %s s: the others would take too long to recompute",
            checked, passes.size(), cluster, seconds(before));
        return before;
      }
      between(before, now, report);
      pass(now, report);
      queue.promises().forEach(each -> promised.promised(each.job(), each.start(), now));
      before = now;
      checked++;
    }
    between(before, Long.MAX_VALUE, report);
    return Long.MAX_VALUE;
  }

  /** Reports jobs that start at a tick without a pass. */
  private void between(long before, long now, RuleReport report) {
    for (var started : byStart.subMap(before, false, now, false).values()) {
      for (var job : started) {
        if (job.start() >= 0) {
          report(job, report, "it starts at %s, when there is no pass", seconds(job.start()));
          take(job);
        }
      }
    }
  }

  private void pass(long now, RuleReport report) {
    advance(now);
    var expected = new TreeSet<>(CheckedJob.BY_ARRIVAL);
    expected.addAll(queue.starting(free, now));
    var started = byStart.getOrDefault(now, List.of());
    for (var job : started) {
      if (!expected.remove(job)) {
        report(job, report, "%s does not start it at %s", scheduler, seconds(now));
      }
      take(job);
    }
    for (var idle : expected) {
      report(idle, report, "%s starts it at %s, but it does not begin", scheduler, seconds(now));
    }
  }

  private void advance(long now) {
    while (!taken.isEmpty() && taken.element().freed() <= now) {
      var gone = taken.remove();
      free.giveBack(gone.processors(), gone.start(), gone.end());
    }
    for (; made < reservations.size() && reservations.get(made).since() <= now; made++) {
      var each = reservations.get(made);
      if (each.freed() > now) {
        take(new Taken(each.processors(), each.start(), each.end(), each.freed()));
      }
    }
    for (; joined < jobs.size() && jobs.get(joined).joins() <= now; joined++) {
      boolean waits = jobs.get(joined).start() < 0 || jobs.get(joined).start() >= now;
      if (waits) {
        queue.add(jobs.get(joined));
      }
    }
  }

  private void take(CheckedJob job) {
    queue.remove(job);
    take(new Taken(job.processors(), job.start(), job.start() + job.limitTicks(), job.end()));
  }

  private void take(Taken span) {
    free.take(span.processors(), span.start(), span.end());
    taken.add(span);
  }

  /**
   * Reports only the first difference of each job, because a job that waits needlessly would be
   * reported in each pass.
   */
  private void report(CheckedJob job, RuleReport report, String detail, Object... values) {
    if (named.add(job.id())) {
      report.add("job " + job.id(), detail, values);
    }
  }
}
