package io.metasched.service.plan;

import io.metasched.metascheduler.cyclic.flow.FlowSnapshot;
import io.metasched.metascheduler.cyclic.flow.JobStatus;
import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Window;
import io.metasched.service.book.BookEvent.Among;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.ReasonCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Input of a cycle from the book: waiting jobs, movable jobs, and balances. */
public final class LiveJobs {
  private LiveJobs() {}

  /** Returns the balances of accounts. */
  static FlowSnapshot money(BookState state) {
    return flow(state, List.of());
  }

  /**
   * Returns the balances of accounts, and the movable jobs of a range, in order of their numbers.
   * Jobs with a node that no longer exists are left out.
   */
  static FlowSnapshot movable(BookState state, Fleet fleet, Among among) {
    var windows = new WorkflowWindows(state);
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
          .ifPresent(
              window ->
                  jobs.add(
                      record(
                          windows.bounded(job(state, job), job), state, job, window, jobs.size())));
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
      Job bounded, BookState state, JobRecord job, Window window, long place) {
    long start = window.start();
    return new FlowSnapshot.JobRecord(
        bounded,
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
   * Returns the first jobs that a cycle may consider, except jobs that are set aside or must start
   * after its horizon.
   *
   * @param tick tick of its snapshot
   * @param most highest number of jobs
   */
  static List<JobRecord> first(BookState state, CycleSettings settings, long tick, int most) {
    long until = tick + settings.horizon().toMillis();
    var first = new ArrayList<JobRecord>();
    var limits = new CycleLimits(state, until);
    for (var job : state.waitingJobs()) {
      if (first.size() == most) {
        break;
      } else if (isPlannable(state, job, until) && limits.admits(job)) {
        first.add(job);
      }
    }
    return first;
  }

  /**
   * Returns whether a cycle that plans up to a tick may consider a waiting job. Jobs of workflows
   * are planned with their workflows.
   */
  static boolean isPlannable(BookState state, JobRecord job, long until) {
    return job.spec().task().isEmpty()
        && !isTooEarly(state, job, until)
        && !isSetAside(job)
        && !ArrayLimits.isFull(state, job)
        && JobDependencies.areMet(state, job);
  }

  /**
   * Returns whether a job is set aside until it is changed, because no cycle could be planned with
   * it.
   */
  static boolean isSetAside(JobRecord job) {
    return job.reason().code().equals(JobRecord.Reason.CANNOT_BE_PLANNED);
  }

  /** Returns whether the earliest start of a job is at or after a tick. */
  static boolean isTooEarly(BookState state, JobRecord job, long tick) {
    return job.spec().notBefore().filter(time -> state.ticks().at(time) >= tick).isPresent();
  }

  /**
   * Returns whether no job needs a cycle: no waiting job may be considered, each has its reason,
   * and no job of a workflow has lost its turn.
   *
   * @param until tick up to which the cycle plans
   */
  public static boolean areIdle(BookState state, long until) {
    var limits = new CycleLimits(state, until);
    for (var job : state.waitingJobs()) {
      boolean hasTurn = job.spec().task().isPresent() && !isTooEarly(state, job, until);
      boolean isIdle =
          isSetAside(job)
              || isKeptByLimit(job, limits)
              || (!hasTurn
                  && !isPlannable(state, job, until)
                  && !isNew(job, notPlannable(state, job, until))
                  && JobDependencies.missed(state, job, List.of()).isEmpty());
      if (!isIdle) {
        return false;
      }
    }
    return !WorkflowWindows.isAnyBroken(state);
  }

  /** Returns whether a job waits for room of its account, and no cycle has to refuse it. */
  private static boolean isKeptByLimit(JobRecord job, CycleLimits limits) {
    return AccountLoads.isLimit(job.reason())
        && job.spec().deadline().isEmpty()
        && job.spec().after().isEmpty()
        && !limits.hasRoom(job);
  }

  /**
   * Returns the reason why a job that cannot be planned yet waits.
   *
   * @param until tick up to which the cycle plans
   */
  static Reason notPlannable(BookState state, JobRecord job, long until) {
    return JobDependencies.open(state, job)
        .or(
            () ->
                ArrayLimits.isFull(state, job) ? ArrayLimits.reason(state, job) : Optional.empty())
        .or(
            () ->
                job.spec()
                    .task()
                    .filter(task -> !isTooEarly(state, job, until))
                    .map(task -> FlowWords.NO_PLAN))
        .orElse(FlowWords.TOO_EARLY);
  }

  /**
   * Returns whether a reason differs from the present reason of a job that is not planned. The
   * limit of an array is no new reason of a job that has been tried.
   */
  static boolean isNew(JobRecord job, Reason why) {
    var code = job.reason().code();
    boolean isOfLimit = why.code().equals(ReasonCode.ARRAY_LIMIT.label());
    return !code.equals(why.code()) && !(isOfLimit && job.reason().wasTried());
  }

  /** Returns the money that an account can spend on windows, in 1/1000. */
  static long payableMilli(BookState state, String account) {
    return Math.max(0, state.account(account).orElseThrow().balanceMilli());
  }

  /** Returns a job whose cost is also limited by the balance of its account. */
  public static JobSpec payable(BookState state, JobSpec spec) {
    long most = Math.min(spec.costLimitMilli(), payableMilli(state, spec.account()));
    return spec.withCostLimitMilli(most);
  }

  /** Returns the job as passed to the scheduler. */
  public static Job job(BookState state, JobRecord job) {
    int user = state.account(job.spec().account()).orElseThrow().number();
    return AcceptedSites.job(state, job.spec(), job.number(), user, job.times().submitted());
  }
}
