package io.metasched.resource.provider;

import io.metasched.resource.profile.CapacitySlots;
import io.metasched.resource.profile.FreeCapacity;

/**
 * Commitments of a cluster's processors from now on: the running jobs until their limits, and the
 * reservations. Only numbers of processors count; a reservation gets concrete processors when it
 * begins. In slots of a fixed length, each commitment occupies every slot that it touches as a
 * whole until the commitment ends.
 *
 * <p>Source: the hierarchical reservation paper, CARTS and ARTS2, dynamic binding. Confined to one
 * thread; time must not decrease.
 */
final class Commitments {
  private final FreeCapacity free;

  Commitments(int processors, CapacitySlots slots) {
    this(slots.profile(processors));
  }

  private Commitments(FreeCapacity free) {
    this.free = free;
  }

  /** Returns an independent copy. */
  Commitments copy() {
    return new Commitments(free.copy());
  }

  /** Returns a copy of the free processors from {@code now} on. */
  FreeCapacity freeFrom(long now) {
    free.forgetBefore(now);
    return free.copy();
  }

  /**
   * Returns whether a job that starts now and runs to its limit would conflict with no other job
   * and no reservation.
   */
  boolean leaveRoom(BatchJob job, long now) {
    free.forgetBefore(now);
    return free.freeAt(now) >= job.processors()
        && free.earliestStart(now, job.limitTicks(), job.processors()) == now;
  }

  /**
   * Returns the earliest start of a request, not before its ready time; -1 if the request is too
   * large.
   */
  long earliestStart(ReservationRequest request, long now) {
    free.forgetBefore(now);
    return free.earliestStart(
        Math.max(now, request.readyTick()), request.durationTicks(), request.processors());
  }

  /** Returns whether {@code processors} are free for {@code lengthTicks}. */
  boolean areFree(int processors, long start, long lengthTicks) {
    return free.earliestStart(start, lengthTicks, processors, start) == start;
  }

  /** Returns the earliest start of a batch job; -1 if the job is too large. */
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

  /** Holds the processors of a running job until its limit. */
  void restore(RunningJob running, long now) {
    free.forgetBefore(now);
    long heldUntil = free.heldUntil(running.limitEnd());
    if (now < heldUntil) {
      free.hold(Math.max(now, running.startTick()), heldUntil, running.job().processors());
    }
  }

  /** Releases the hold of a job that has not begun. */
  void giveBack(BatchJob job, long start) {
    free.release(start, start + job.limitTicks(), job.processors());
  }

  void hold(Reservation reservation) {
    free.hold(reservation.startTick(), reservation.endTick(), reservation.request().processors());
  }

  /** Releases the processors of a reservation that has not begun. */
  void withdraw(Reservation reservation, long now) {
    free.forgetBefore(now);
    free.release(
        reservation.startTick(),
        free.heldUntil(reservation.endTick()),
        reservation.request().processors());
  }

  /**
   * Releases the processors of an ended job from now until the job's limit, or until the end of the
   * slot that contains the limit.
   */
  void ended(RunningJob running, long now) {
    free.forgetBefore(now);
    long heldUntil = free.heldUntil(running.limitEnd());
    if (now < heldUntil) {
      free.release(now, heldUntil, running.job().processors());
    }
  }
}
