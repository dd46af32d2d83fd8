package io.metasched.resource.provider.probe;

import io.metasched.resource.provider.Lateness;
import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationAnswer.Accepted;
import io.metasched.resource.provider.ReservationRequest;
import io.metasched.resource.provider.RunningJob;

/**
 * Run of the local scheduler on estimates, event by event: a copy of a provider in which each job
 * runs to its planned end and each reservation to its limit, with the starts so far. An event is a
 * tick at which a job or reservation starts or ends. Confined to one thread.
 *
 * <p>Cost: a pass of the local scheduler for each event.
 */
final class PlanRun {
  private final ProviderBook book;
  private final StartLog log;
  private final PlannedEnd ends;
  private final long madeTick;
  private long nowTick;

  /**
   * Creates a run that begins at a state, which is not changed.
   *
   * @param nowTick latest tick of the state
   */
  PlanRun(ProviderBook state, PlannedEnd ends, long nowTick) {
    this(state.copy(), new StartLog(), ends, nowTick);
    state.runningJobs().forEach(running -> log.add(running.job(), running.startTick()));
  }

  private PlanRun(ProviderBook book, StartLog log, PlannedEnd ends, long nowTick) {
    this.book = book;
    this.log = log;
    this.ends = ends;
    madeTick = nowTick;
    this.nowTick = nowTick;
  }

  /**
   * Creates a run with ends at the limits that resumes from a state in which the first {@code
   * count} jobs of a log have started. Neither the state nor the log is changed.
   */
  static PlanRun from(ProviderBook state, StartLog started, int count, long nowTick) {
    return new PlanRun(state.copy(), new StartLog(started, count), PlannedEnd.LIMIT, nowTick);
  }

  long nowTick() {
    return nowTick;
  }

  /** Returns the starts so far. */
  StartLog log() {
    return log;
  }

  /** Returns the provider in its current state. */
  ProviderBook book() {
    return book;
  }

  /** Reserves a request whose interval is fixed; returns false if that is impossible. */
  boolean reserve(ReservationRequest fixed) {
    return book.reserve(fixed, nowTick, Lateness.REFUSED) instanceof Accepted;
  }

  /** Ends, begins and starts all jobs and reservations that are due now. */
  void pass() {
    if (ends == PlannedEnd.LIKELY) {
      endLikelyOnes();
    }
    book.stopAtLimits(nowTick);
    book.beginReservations(nowTick);
    for (var job : book.pass(nowTick)) {
      log.add(job, nowTick);
    }
  }

  private void endLikelyOnes() {
    for (var running : book.runningJobs()) {
      if (end(running) <= nowTick) {
        book.ended(running.job().number(), nowTick);
      }
    }
  }

  private long end(RunningJob running) {
    return ends.of(running.job(), running.startTick(), madeTick);
  }

  /** Advances to the next event; an event follows as long as a job waits. */
  void advance() {
    long next = book.nextLimit().orElse(Long.MAX_VALUE);
    if (ends == PlannedEnd.LIKELY) {
      next = book.runningJobs().stream().mapToLong(this::end).reduce(next, Math::min);
    }
    nowTick = Math.min(next, book.nextReservation().orElse(Long.MAX_VALUE));
    pass();
  }

  /** Runs until no job waits. */
  void finish() {
    while (book.waiting() > 0) {
      advance();
    }
  }

  /** Returns the placeholder of a request at a start. */
  static Reservation placeholder(ReservationRequest request, long start) {
    return new Reservation(request.at(start), start);
  }
}
