package io.metasched.service.plan;

import io.metasched.metascheduler.flow.FlowSnapshot;
import io.metasched.metascheduler.flow.JobStatus;
import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Window;
import io.metasched.service.book.BookEvent.Among;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The input of a cycle from the book: the jobs that wait, those that may move, and money. */
public final class LiveJobs {
  private LiveJobs() {}

  /** Returns what each account can spend. */
  static FlowSnapshot money(BookState state) {
    return flow(state, List.of());
  }

  /**
   * Returns what each account can spend, and those of some booked jobs that have all their nodes,
   * in the order of their numbers.
   */
  static FlowSnapshot movable(BookState state, Fleet fleet, Among among) {
    var some = new TreeMap<Long, JobRecord>();
    for (var each : state.open().movable().from(among.from(), true)) {
      if (among.before().filter(end -> each.key().compareTo(end) >= 0).isPresent()) {
        break;
      }
      some.put(each.key().number(), each.value());
    }
    var jobs = new ArrayList<FlowSnapshot.JobRecord>();
    for (var job : some.values()) {
      job.window()
          .flatMap(window -> fleet.window(window, job.nodes()))
          .ifPresent(window -> jobs.add(record(state, job, window, jobs.size())));
    }
    return flow(state, jobs);
  }

  private static FlowSnapshot flow(BookState state, List<FlowSnapshot.JobRecord> jobs) {
    var balances = new ArrayList<FlowSnapshot.Balance>();
    for (var each : state.accounts().entries()) {
      if (each.value().number() >= 0) {
        balances.add(
            new FlowSnapshot.Balance(each.value().number(), each.value().balanceMilli(), 0));
      }
    }
    return new FlowSnapshot(jobs, List.of(), balances);
  }

  private static FlowSnapshot.JobRecord record(
      BookState state, JobRecord job, Window window, long place) {
    long start = window.start();
    return new FlowSnapshot.JobRecord(
        job(state, job),
        place,
        JobStatus.BOOKED,
        window,
        null,
        null,
        start,
        job.times().booked().map(state.ticks()::at).orElse(start),
        -1,
        0,
        0,
        -1,
        0,
        0,
        0,
        0,
        job.movable(),
        false);
  }

  /**
   * Returns the first jobs that a cycle may consider: without those that may not start as early as
   * it plans, or with which none can be planned.
   *
   * @param tick when its snapshot is taken
   * @param most how many at most
   */
  static List<JobRecord> first(BookState state, CycleSettings settings, long tick, int most) {
    long until = tick + settings.horizon().toMillis();
    var first = new ArrayList<JobRecord>();
    for (var job : state.waitingJobs()) {
      if (first.size() == most) {
        break;
      } else if (isPlannable(state, job, until)) {
        first.add(job);
      }
    }
    return first;
  }

  /** Returns whether a cycle that plans up to a tick may consider a job that waits. */
  static boolean isPlannable(BookState state, JobRecord job, long until) {
    return !isTooEarly(state, job, until) && !isSetAside(job);
  }

  /** Returns whether a job waits until it is changed, as no cycle could be planned with it. */
  static boolean isSetAside(JobRecord job) {
    return job.reason().code().equals(JobRecord.Reason.CANNOT_BE_PLANNED);
  }

  /** Whether a job may not start before a tick. */
  static boolean isTooEarly(BookState state, JobRecord job, long tick) {
    return job.spec().notBefore().filter(time -> state.ticks().at(time) >= tick).isPresent();
  }

  /** The job as the scheduler gets it. */
  public static Job job(BookState state, JobRecord job) {
    int user = state.account(job.spec().account()).orElseThrow().number();
    return job.spec().job(job.number(), user, job.times().submitted(), state.ticks());
  }
}
