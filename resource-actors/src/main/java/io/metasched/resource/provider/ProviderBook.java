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
 * The state of a resource provider: identical processors, a queue of batch jobs with a local
 * scheduler, and a queue of reservations.
 *
 * <p>A reservation is placed when it is asked for, at the earliest start in its interval beside the
 * other reservations and the running jobs' limits, perhaps also beside what the first waiting job
 * is promised ({@link HeadPromise}), and is kept: a batch job starts only if by its limit it leaves
 * it room. Until it begins it is a number of processors (dynamic binding). At its end what still
 * runs is stopped, as a batch job is at its limit; what ends before gives the rest back.
 *
 * <p>Source: the hierarchical reservation paper, ARTS2 and the local level.
 *
 * <p>Time comes in as an argument and must not run backwards. At one instant come first ends, those
 * by themselves before those at limits ({@link #stopAtLimits}), then submissions and requests, then
 * the reservations that begin, then a pass. A pass may start jobs after an end, a submission, or a
 * reservation taken, which may push a promised start away and so let others have what was kept for
 * it. Confined to one thread.
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

  /** One that keeps reservations in variable slots. */
  public ProviderBook(int processors, LocalScheduler scheduler) {
    this(processors, scheduler, CapacitySlots.VARIABLE);
  }

  /** One whose reservations may delay the first job of the queue. */
  public ProviderBook(int processors, LocalScheduler scheduler, CapacitySlots slots) {
    this(processors, scheduler, slots, HeadPromise.IGNORED);
  }

  /**
   * @param processors how many there are, at least 1
   * @param scheduler decides on batch jobs; its queue is empty
   * @param slots in which reservations and the limits of running jobs are kept
   * @param headPromise whether reservations respect the start promised to the first job
   * @throws IllegalArgumentException without a processor, or for slots of a fixed length where the
   *     scheduler does not work in such, or where it promises no start that could be respected
   */
  public ProviderBook(
      int processors, LocalScheduler scheduler, CapacitySlots slots, HeadPromise headPromise) {
    if (slots.lengthTicks() > 0 && !scheduler.worksInFixedSlots()) {
      throw new IllegalArgumentException(
          "the slots must be variable, as the local scheduler promises starts to the tick, but last"
              + " %d ticks".formatted(slots.lengthTicks()));
    }
    if (headPromise == HeadPromise.RESPECTED && !scheduler.promisesStarts()) {
      throw new IllegalArgumentException(
          "reservations cannot respect the start of the first job, as the local scheduler promises"
              + " none");
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
   * Another book of the same state, for plans; what is done to one of the two does not show in the
   * other. Cost: O(1); what they have in common is copied where one of them changes it first.
   */
  public ProviderBook copy() {
    return new ProviderBook(this);
  }

  /**
   * Goes on from the state of another book of such processors, scheduler and slots; nothing has
   * happened to this one. The local scheduler plans the waiting jobs anew.
   *
   * @param now the latest tick that the other book knows of
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

  /** How many batch jobs wait. */
  public int waiting() {
    return scheduler.waiting();
  }

  /** Processors x ticks of the batch jobs that wait, by their limits. */
  public long waitingWork() {
    return waitingWork;
  }

  /** The batch jobs that run, those whose limits end first ahead. */
  public List<RunningJob> runningJobs() {
    var begun = runningReservations.read();
    return cluster.running().stream().filter(r -> !begun.containsKey(r.job().number())).toList();
  }

  /** The reservations that run, by number, and then those that have not begun, by start. */
  public List<Reservation> reservations() {
    var all = new ArrayList<>(runningReservations.read().values());
    all.addAll(reserved.read());
    return all;
  }

  /**
   * The waiting job that is promised a start before all others; null where none waits, or the local
   * scheduler promises none.
   */
  public @Nullable BatchJob head() {
    return scheduler.head();
  }

  /** A copy of the processors that neither running jobs nor reservations bind, from now on. */
  public FreeCapacity freeFrom(long now) {
    return commitments.freeFrom(now);
  }

  /**
   * Whether the scheduler decides by what is free, now and later, and the promise to the first job
   * alone, in the order of arrival; and what is free changes only where a job or a reservation
   * starts or ends.
   */
  public boolean backfillsByArrival() {
    return hasVariableSlots && scheduler.backfillsByArrival();
  }

  /** What the grid level may know. */
  public ProviderState state() {
    return new ProviderState(processors(), waiting(), reservedWork);
  }

  /**
   * What a request would get, whether in time or late: the earliest start, and there the most;
   * beside the first job of the queue at its earliest start, where that is respected. Empty if it
   * is too large, or longer than its interval.
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

  /** Reserves what {@link #offer} says, or says why not. */
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
   * Gives up a reservation that has not begun.
   *
   * @throws IllegalArgumentException when there is no such reservation
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

  /** Whether this reservation is kept and has not begun. */
  public boolean isReserved(Reservation reservation) {
    return reserved.read().contains(reservation);
  }

  /** When the next reservation begins. */
  public OptionalLong nextReservation() {
    var next = reserved.read();
    return next.isEmpty() ? OptionalLong.empty() : OptionalLong.of(next.first().startTick());
  }

  /** Begins the reservations whose time has come; their processors are free. */
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
   * Takes a batch job into the queue.
   *
   * @throws IllegalArgumentException for a job that needs more processors than there are
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

  /** Starts the batch jobs that are to start now. */
  public List<BatchJob> pass(long now) {
    scheduler.pass(cluster, now);
    var started = cluster.takeStarted();
    started.forEach(job -> waitingWork -= job.work());
    return started;
  }

  /**
   * Begins the reservations whose time has come; then, where a pass is due, starts batch jobs.
   *
   * @return the numbers of what has begun, in that order
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
   * Batch jobs and reservations have ended by themselves; then what has reached its limit is
   * stopped.
   *
   * @return the numbers of the stopped, ascending
   * @throws IllegalStateException where one does not run, or should have been stopped before
   */
  public List<Integer> end(List<Integer> numbers, long now) {
    numbers.forEach(number -> ended(number, now));
    return stopAtLimits(now);
  }

  /** Whether a batch job or a reservation of that number runs. */
  public boolean isRunning(int number) {
    return cluster.isRunning(number);
  }

  /**
   * A batch job or a reservation has ended by itself, at its limit or before; the rest is free at
   * once.
   *
   * @throws IllegalStateException when it does not run, or should have been stopped before
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

  /** When the first of the running jobs and reservations reaches its limit. */
  public OptionalLong nextLimit() {
    var running = cluster.running();
    return running.isEmpty() ? OptionalLong.empty() : OptionalLong.of(running.first().limitEnd());
  }

  /**
   * Stops the jobs that have reached their limits, so that the processors promised to the next ones
   * are free.
   *
   * @return their numbers, ascending
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
