package io.metasched.resource.whatif;

import io.metasched.resource.provider.Lateness;
import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationAnswer.Accepted;
import io.metasched.resource.provider.ReservationRequest;

/**
 * The local scheduler at work on estimates, event by event: a copy of a provider in which each job
 * and each reservation runs to its limit, and what has started so far. An event is a tick at which
 * one of them starts or ends. Confined to one thread.
 *
 * <p>Cost: a pass of the local scheduler for each event.
 */
final class PlanRun {
  private final ProviderBook book;
  private final StartLog log;
  private long nowTick;

  /**
   * Begins at a state that is not changed.
   *
   * @param nowTick the latest tick that the state knows of
   */
  PlanRun(ProviderBook state, long nowTick) {
    this(state.copy(), new StartLog(), nowTick);
    state.runningJobs().forEach(running -> log.add(running.job(), running.startTick()));
  }

  private PlanRun(ProviderBook book, StartLog log, long nowTick) {
    this.book = book;
    this.log = log;
    this.nowTick = nowTick;
  }

  /**
   * A run that goes on from a state in which so many jobs of a log have started; neither the state
   * nor the log is changed.
   */
  static PlanRun from(ProviderBook state, StartLog started, int count, long nowTick) {
    return new PlanRun(state.copy(), new StartLog(started, count), nowTick);
  }

  long nowTick() {
    return nowTick;
  }

  /** What has started so far. */
  StartLog log() {
    return log;
  }

  /** The provider as it is now. */
  ProviderBook book() {
    return book;
  }

  /** Reserves a request whose interval is fixed; false where it cannot be. */
  boolean reserve(ReservationRequest fixed) {
    return book.reserve(fixed, nowTick, Lateness.REFUSED) instanceof Accepted;
  }

  /** Ends, begins and starts what is to end, to begin and to start now. */
  void pass() {
    book.stopAtLimits(nowTick);
    book.beginReservations(nowTick);
    for (var job : book.pass(nowTick)) {
      log.add(job, nowTick);
    }
  }

  /** Goes to the next event; there is one as long as a job waits. */
  void advance() {
    long limit = book.nextLimit().orElse(Long.MAX_VALUE);
    nowTick = Math.min(limit, book.nextReservation().orElse(Long.MAX_VALUE));
    pass();
  }

  /** Goes on until no job waits. */
  void finish() {
    while (book.waiting() > 0) {
      advance();
    }
  }

  /** The placeholder of a request at a start. */
  static Reservation placeholder(ReservationRequest request, long start) {
    return new Reservation(request.at(start), start);
  }
}
