package io.metasched.service.plan;

import io.metasched.metascheduler.flow.FlowSnapshot;
import io.metasched.metascheduler.flow.JobStatus;
import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Window;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a scheduler that starts anew takes over from the book: windows that are booked, and money.
 */
public final class LiveJobs {
  private static final int CLAIMS = 1; // in place of an organization

  private LiveJobs() {}

  /**
   * A job with its window, as the scheduler knows it.
   *
   * @param window on the nodes that are still there
   */
  public record Booked(JobRecord job, Window window) {}

  /** The jobs that have a window and no outcome. */
  public static List<Booked> booked(BookState state, Fleet fleet) {
    var booked = new ArrayList<Booked>();
    for (var job : state.openJobs()) {
      window(job, fleet).ifPresent(window -> booked.add(new Booked(job, window)));
    }
    return booked;
  }

  private static Optional<Window> window(JobRecord job, Fleet fleet) {
    var parts = new ArrayList<Part>();
    for (var part : job.parts()) {
      var number = fleet.number(part.node());
      if (number.isPresent()) {
        var old = part.booked();
        parts.add(
            new Part(
                number.getAsInt(),
                old.span(),
                old.priceMilli(),
                old.costMilli(),
                old.energyMilli()));
      }
    }
    return parts.isEmpty() ? Optional.empty() : Optional.of(new Window(parts));
  }

  /** Their state in the flow, and what each account can spend. */
  public static FlowSnapshot flow(BookState state, List<Booked> booked) {
    var jobs = new ArrayList<FlowSnapshot.JobRecord>();
    for (var each : booked) {
      jobs.add(record(state, each, jobs.size()));
    }
    var balances = new ArrayList<FlowSnapshot.Balance>();
    for (var each : state.accounts().entries()) {
      if (each.value().number() >= 0) {
        balances.add(
            new FlowSnapshot.Balance(each.value().number(), each.value().balanceMilli(), 0));
      }
    }
    return new FlowSnapshot(jobs, List.of(), balances);
  }

  private static FlowSnapshot.JobRecord record(BookState state, Booked booked, long place) {
    var job = booked.job();
    long start = booked.window().start();
    return new FlowSnapshot.JobRecord(
        job(state, job),
        place,
        JobStatus.BOOKED,
        booked.window(),
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
   * Time that is taken without a job, as owners know it.
   *
   * @param holder kind and id of the claim, for messages
   * @param id of another organization than that of the jobs
   * @param window on nodes of the fleet
   */
  public record Claimed(String holder, JobId id, Window window) {}

  /** The claims that take time of nodes that are still there. */
  public static List<Claimed> claimed(BookState state, Fleet fleet) {
    var claimed = new ArrayList<Claimed>();
    for (var claim : state.market().openClaims()) {
      var holder = claim.kind().label() + " " + claim.id();
      var id = new JobId(CLAIMS, claim.number());
      fleet
          .window(claim.window(), claim.nodes())
          .ifPresent(window -> claimed.add(new Claimed(holder, id, window)));
    }
    return claimed;
  }

  /** Whether a job has a window that may be moved to an earlier one. */
  public static boolean mayMove(BookState state) {
    for (var job : state.openJobs()) {
      if (job.state() == JobState.BOOKED && job.movable()) {
        return true;
      }
    }
    return false;
  }

  /** The jobs that wait, in the order of their numbers. */
  public static List<JobRecord> waiting(BookState state) {
    var waiting = new ArrayList<JobRecord>();
    for (var job : state.openJobs()) {
      if (job.state() == JobState.WAITING) {
        waiting.add(job);
      }
    }
    return waiting;
  }

  /**
   * The jobs that a cycle considers: the first that wait, without those that may not start as early
   * as it plans, which would keep others from their places.
   *
   * @param tick when its snapshot is taken
   */
  public static List<JobRecord> considered(BookState state, CycleSettings settings, long tick) {
    long until = tick + settings.horizon().toMillis();
    var considered = new ArrayList<JobRecord>();
    for (var job : state.openJobs()) {
      if (considered.size() == settings.batchLimit()) {
        break;
      } else if (job.state() == JobState.WAITING && !isTooEarly(state, job, until)) {
        considered.add(job);
      }
    }
    return considered;
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
