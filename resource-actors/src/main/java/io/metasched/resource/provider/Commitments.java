package io.metasched.resource.provider;

import io.metasched.resource.profile.CapacitySlots;
import io.metasched.resource.profile.FreeCapacity;

/**
 * What the processors of a cluster are bound to from now on: the running jobs up to their limits,
 * and the reservations. Only numbers of processors count; which ones a reservation gets is left
 * open until it begins. In slots of a fixed length each binds the whole of every slot it touches,
 * until it ends.
 *
 * <p>Source: the hierarchical reservation paper, CARTS and ARTS2, dynamic binding. Confined to one
 * thread; time must not run backwards.
 */
final class Commitments {
  private final FreeCapacity free;

  Commitments(int processors, CapacitySlots slots) {
    this(slots.profile(processors));
  }

  private Commitments(FreeCapacity free) {
    this.free = free;
  }

  /** Others of the same state; what is done to one of the two does not show in the other. */
  Commitments copy() {
    return new Commitments(free.copy());
  }

  /** A copy of the free processors from a tick on. */
  FreeCapacity freeFrom(long now) {
    free.forgetBefore(now);
    return free.copy();
  }

  /** Whether a job that starts now and runs to its limit meets neither a job nor a reservation. */
  boolean leaveRoom(BatchJob job, long now) {
    free.forgetBefore(now);
    return free.freeAt(now) >= job.processors()
        && free.earliestStart(now, job.limitTicks(), job.processors()) == now;
  }

  /** The earliest start of a request from its ready time on, -1 if it is too large. */
  long earliestStart(ReservationRequest request, long now) {
    free.forgetBefore(now);
    return free.earliestStart(
        Math.max(now, request.readyTick()), request.durationTicks(), request.processors());
  }

  /** Whether so many processors are free for so long. */
  boolean areFree(int processors, long start, long lengthTicks) {
    return free.earliestStart(start, lengthTicks, processors, start) == start;
  }

  /** The earliest start of a batch job, -1 if it is too large. */
  long earliestStart(BatchJob job, long now) {
    free.forgetBefore(now);
    return free.earliestStart(now, job.limitTicks(), job.processors());
  }

  int freeAt(long tick) {
    return free.freeAt(tick);
  }

  void hold(BatchJob job, long start) {
    free.hold(start, start + job.limitTicks(), job.processors());
  }

  /** Holds what is left of a job that runs. */
  void restore(RunningJob running, long now) {
    free.forgetBefore(now);
    long heldUntil = free.heldUntil(running.limitEnd());
    if (now < heldUntil) {
      free.hold(Math.max(now, running.startTick()), heldUntil, running.job().processors());
    }
  }

  /** Takes back a hold of a job that has not begun. */
  void giveBack(BatchJob job, long start) {
    free.release(start, start + job.limitTicks(), job.processors());
  }

  void hold(Reservation reservation) {
    free.hold(reservation.startTick(), reservation.endTick(), reservation.request().processors());
  }

  /** Gives back what a reservation that has not begun would have had. */
  void withdraw(Reservation reservation, long now) {
    free.forgetBefore(now);
    free.release(
        reservation.startTick(),
        free.heldUntil(reservation.endTick()),
        reservation.request().processors());
  }

  /**
   * Gives back what a job that has ended would have had until its limit, or to the end of a slot.
   */
  void ended(RunningJob running, long now) {
    free.forgetBefore(now);
    long heldUntil = free.heldUntil(running.limitEnd());
    if (now < heldUntil) {
      free.release(now, heldUntil, running.job().processors());
    }
  }
}
