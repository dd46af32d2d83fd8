package io.metasched.resource.provider;

import io.metasched.resource.profile.CapacitySlots;
import io.metasched.resource.profile.FreeCapacity;
import io.metasched.resource.provider.ReservationAnswer.Accepted;
import io.metasched.resource.provider.ReservationAnswer.Reason;
import io.metasched.resource.provider.ReservationAnswer.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * State of a resource provider: identical processors, a queue of batch jobs with a local scheduler,
 * and a queue of reservations.
 *
 * <p>A reservation is placed on request, at the earliest start in its interval at which it
 * conflicts with no other reservation and no running job's limit. Depending on {@link HeadPromise},
 * it also respects the start promised to the first waiting job. Reservations are kept: a batch job
 * starts only if it leaves room for all reservations until its limit. Before its start, a
 * reservation is a number of processors (dynamic binding). A reservation that still runs at its end
 * is stopped, as a batch job is at its limit; if it ends early, the remaining time is released.
 *
 * <p>Source: the hierarchical reservation paper, ARTS2 and the local level.
 *
 * <p>Time is an argument and must not decrease. The order at one tick: ends of jobs by themselves,
 * ends at limits ({@link #stopAtLimits}), submissions and requests, begins of reservations, and a
 * pass. A pass may start jobs after an end, a submission or a new reservation. A new reservation
 * may delay a promised start, which frees the promised processors for other jobs. Confined to one
 * thread.
 */
public final class ProviderBook {
  private final Commitments commitments;
  private final Cluster cluster;
  private final LocalScheduler scheduler;
  private final HeadPromise headPromise;
  private final Shared<TreeSet<Reservation>> reserved;
  private final Shared<TreeMap<Integer, Reservation>> runningReservations;
  private final boolean hasVariableSlots;
  private long reservedWork;
  private long waitingWork;

  /** Creates a book whose reservations may delay the first job of the queue. */
  public ProviderBook(int processors, LocalScheduler scheduler, CapacitySlots slots) {
    this(processors, scheduler, slots, HeadPromise.IGNORED);
  }

  /**
   * @param processors number of processors, at least 1
   * @param scheduler scheduler of the batch jobs, with an empty queue
   * @param slots slots in which reservations and the limits of running jobs are kept
   * @param headPromise whether reservations respect the start promised to the first job
   * @throws IllegalArgumentException without a processor, if the slots have a fixed length with
   *     which the scheduler does not work, or if reservations are to respect promised starts and
   *     the scheduler promises none
   */
  public ProviderBook(
      int processors, LocalScheduler scheduler, CapacitySlots slots, HeadPromise headPromise) {
    if (slots.lengthTicks() > 0 && !scheduler.worksInFixedSlots()) {
      throw new IllegalArgumentException(
          ("the slots must be variable, but last %d ticks: the local scheduler promises starts to"
                  + " the tick")
              .formatted(slots.lengthTicks()));
    }
    if (headPromise == HeadPromise.RESPECTED && !scheduler.promisesStarts()) {
      throw new IllegalArgumentException(
          "reservations cannot respect the start of the first job, because the local scheduler"
              + " promises none");
    }
    commitments = new Commitments(processors, slots);
    cluster = new Cluster(processors, commitments);
    reserved = new Shared<>(new TreeSet<>(Reservation.BY_START), TreeSet::new);
    runningReservations = new Shared<>(new TreeMap<>(), TreeMap::new);
    hasVariableSlots = slots.lengthTicks() == 0;
    this.scheduler = scheduler;
    this.headPromise = headPromise;
  }

  private ProviderBook(ProviderBook from) {
    commitments = from.commitments.copy();
    cluster = from.cluster.copy(commitments);
    scheduler = from.scheduler.copy();
    headPromise = from.headPromise;
    reserved = from.reserved.copy();
    runningReservations = from.runningReservations.copy();
    hasVariableSlots = from.hasVariableSlots;
    reservedWork = from.reservedWork;
    waitingWork = from.waitingWork;
  }

  /**
   * Returns an independent copy for planning. Cost: O(1); shared parts are copied when either book
   * first changes them.
   */
  public ProviderBook copy() {
    return new ProviderBook(this);
  }

  /**
   * Restores the state of another book with the same processors, scheduler and slots into this new
   * one. The local scheduler replans the waiting jobs.
   *
   * @param now latest tick of the other book
   */
  public void restore(ProviderSnapshot from, long now) {
    for (var running : from.running()) {
      cluster.restore(running);
      commitments.restore(running, now);
    }
    for (var begun : from.begun()) {
      runningReservations.write().put(begun.request().number(), begun);
    }
    for (var reservation : from.reserved()) {
      keep(reservation);
    }
    from.waiting().forEach(this::submit);
  }

  public int processors() {
    return cluster.processors();
  }

  /** Returns the number of waiting batch jobs. */
  public int waiting() {
    return scheduler.waiting();
  }

  /** Returns the work of the waiting batch jobs, by their limits, in processors x ticks. */
  public long waitingWork() {
    return waitingWork;
  }

  /** Returns the running batch jobs, sorted by their ends at the limit, the earliest first. */
  public List<RunningJob> runningJobs() {
    var begun = runningReservations.read();
    return cluster.running().stream().filter(r -> !begun.containsKey(r.job().number())).toList();
  }

  /**
   * Returns the running reservations by number, followed by the reservations that have not begun,
   * by start.
   */
  public List<Reservation> reservations() {
    var all = new ArrayList<>(runningReservations.read().values());
    all.addAll(reserved.read());
    return all;
  }

  /**
   * Returns the waiting job that is promised a start before all others; null if no job is promised
   * a start.
   */
  public @Nullable BatchJob head() {
    return scheduler.head();
  }

  /**
   * Returns a copy of the processors that neither running jobs nor reservations occupy, from now
   * on.
   */
  public FreeCapacity freeFrom(long now) {
    return commitments.freeFrom(now);
  }

  /**
   * Returns whether both conditions hold: the scheduler decides in the order of arrival, by nothing
   * but free processors over time and the promise to the first job; and free processors change only
   * where a job or a reservation starts or ends.
   */
  public boolean backfillsByArrival() {
    return hasVariableSlots && scheduler.backfillsByArrival();
  }

  /** Returns the state that is visible to the grid level. */
  public ProviderState state() {
    return new ProviderState(processors(), waiting(), reservedWork);
  }

  /**
   * Returns the reservation that a request would get, in time or late: the earliest start, and the
   * largest amount at that start. If reservations respect the promised start, the first job of the
   * queue keeps its earliest start. Empty if the request is too large or longer than its interval.
   */
  public Optional<Reservation> offer(ReservationDemand demand, long now) {
    if (!demand.least().fitsItsInterval()) {
      return Optional.empty();
    }
    var head = headPromise == HeadPromise.RESPECTED ? scheduler.head() : null;
    var promise = head == null ? null : HeadReservation.of(head, cluster, now);
    long start = commitments.earliestStart(demand.least(), now);
    var offer =
        start < 0
            ? Optional.<Reservation>empty()
            : Optional.of(BestEffort.grant(demand, start, commitments));
    if (promise != null) {
      promise.withdraw(cluster);
    }
    return offer;
  }

  /** Reserves the result of {@link #offer}, or returns the reason of the refusal. */
  public ReservationAnswer reserve(ReservationDemand demand, long now, Lateness lateness) {
    var request = demand.least();
    var offer = offer(demand, now);
    if (offer.isEmpty()) {
      return new Refused(
          request.fitsItsInterval() ? Reason.TOO_MANY_PROCESSORS : Reason.LONGER_THAN_INTERVAL);
    }
    if (lateness == Lateness.REFUSED && !request.isMetBy(offer.get().startTick())) {
      return new Refused(request.isMetBy(now) ? Reason.NOT_FREE_IN_INTERVAL : Reason.IN_THE_PAST);
    }
    keep(offer.get());
    return new Accepted(offer.get());
  }

  private void keep(Reservation reservation) {
    commitments.hold(reservation);
    reserved.write().add(reservation);
    reservedWork = Math.addExact(reservedWork, reservation.request().work());
    scheduler.reserved(reservation);
  }

  /**
   * Withdraws a reservation that has not begun.
   *
   * @throws IllegalArgumentException if there is no such reservation
   */
  public void withdraw(Reservation reservation, long now) {
    if (!reserved.write().remove(reservation)) {
      throw new IllegalArgumentException(
          "there is no reservation %d to withdraw".formatted(reservation.request().number()));
    }
    reservedWork -= reservation.request().work();
    commitments.withdraw(reservation, now);
    scheduler.withdrawn(reservation);
  }

  /** Returns whether the reservation exists and has not begun. */
  public boolean isReserved(Reservation reservation) {
    return reserved.read().contains(reservation);
  }

  /** Returns the tick at which the next reservation begins. */
  public OptionalLong nextReservation() {
    var next = reserved.read();
    return next.isEmpty() ? OptionalLong.empty() : OptionalLong.of(next.first().startTick());
  }

  /** Begins the reservations that start at {@code now}; their processors must be free. */
  public List<Reservation> beginReservations(long now) {
    var begun = new ArrayList<Reservation>();
    while (!reserved.read().isEmpty() && reserved.read().first().startTick() <= now) {
      var reservation = reserved.read().first();
      var request = reservation.request();
      if (reservation.startTick() < now) {
        throw new IllegalStateException(
            "reservation %d should have begun at %d, not at %d"
                .formatted(request.number(), reservation.startTick(), now));
      }
      reserved.write().remove(reservation);
      runningReservations.write().put(request.number(), reservation);
      reservedWork -= request.work();
      cluster.startReserved(
          new BatchJob(request.number(), now, request.processors(), request.durationTicks()), now);
      begun.add(reservation);
    }
    return begun;
  }

  /**
   * Adds a batch job to the queue.
   *
   * @throws IllegalArgumentException if the job needs more processors than the provider has
   */
  public void submit(BatchJob job) {
    if (job.processors() > cluster.processors()) {
      throw new IllegalArgumentException(
          "job %d needs %d processors, but there are only %d"
              .formatted(job.number(), job.processors(), cluster.processors()));
    }
    waitingWork = Math.addExact(waitingWork, job.work());
    scheduler.submit(job);
  }

  /** Starts the batch jobs that the scheduler selects to start now, and returns them. */
  public List<BatchJob> pass(long now) {
    scheduler.pass(cluster, now);
    var started = cluster.takeStarted();
    started.forEach(job -> waitingWork -= job.work());
    return started;
  }

  /**
   * Begins the reservations that start at {@code now}; then, if a pass is due, starts batch jobs.
   *
   * @return numbers of the started reservations and jobs, in that order
   */
  public List<Integer> start(long now, boolean passes) {
    var started = new ArrayList<Integer>();
    beginReservations(now).forEach(reservation -> started.add(reservation.request().number()));
    if (passes) {
      pass(now).forEach(job -> started.add(job.number()));
    }
    return started;
  }

  /**
   * Ends the batch jobs and reservations that ended by themselves; then stops the others that have
   * reached their limits.
   *
   * @return numbers of the stopped jobs and reservations, ascending
   * @throws IllegalStateException if one of them does not run, or should have been stopped before
   */
  public List<Integer> end(List<Integer> numbers, long now) {
    numbers.forEach(number -> ended(number, now));
    return stopAtLimits(now);
  }

  /** Returns whether a batch job or a reservation of that number runs. */
  public boolean isRunning(int number) {
    return cluster.isRunning(number);
  }

  /**
   * Ends a batch job or a reservation that ended by itself, at its limit or earlier. Its processors
   * are free at once.
   *
   * @throws IllegalStateException if the job or reservation does not run, or should have been
   *     stopped before
   */
  public void ended(int number, long now) {
    var running = cluster.end(number);
    if (now > running.limitEnd()) {
      throw new IllegalStateException(
          "job %d should have been stopped at %d, not at %d"
              .formatted(number, running.limitEnd(), now));
    }
    if (runningReservations.read().containsKey(number)) {
      runningReservations.write().remove(number);
    }
    commitments.ended(running, now);
    scheduler.ended(running, now);
  }

  /** Returns the tick at which the first of the running jobs and reservations reaches its limit. */
  public OptionalLong nextLimit() {
    var running = cluster.running();
    return running.isEmpty() ? OptionalLong.empty() : OptionalLong.of(running.first().limitEnd());
  }

  /**
   * Stops the jobs that have reached their limits, so that the processors promised to the next jobs
   * are free.
   *
   * @return numbers of the stopped jobs, ascending
   */
  public List<Integer> stopAtLimits(long now) {
    var stopped = new ArrayList<Integer>();
    for (var next = nextLimit(); next.isPresent() && next.getAsLong() <= now; next = nextLimit()) {
      int number = cluster.running().first().job().number();
      ended(number, now);
      stopped.add(number);
    }
    return stopped;
  }
}
