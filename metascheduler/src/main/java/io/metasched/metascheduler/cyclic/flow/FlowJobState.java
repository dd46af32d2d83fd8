package io.metasched.metascheduler.cyclic.flow;

import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.resource.model.Window;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** State of one job in the job flow. Only {@link JobFlow} changes it. */
public final class FlowJobState {
  private final Job job;
  private final long place;
  JobStatus status = JobStatus.WAITING;
  @Nullable Window window;
  @Nullable RefusalReason refusal;
  @Nullable PostponeReason postponement;
  long promisedStart = -1;
  long bookedTick = -1;
  long endTick = -1;
  long reservedMilli;
  long refundedMilli;
  int bookedCycle = -1;
  int alternatives;
  int requeues;
  int moves;
  int cyclesWithoutWindow;
  boolean movable;
  boolean stopped;

  FlowJobState(Job job, long place) {
    this.job = job;
    this.place = place;
  }

  public Job job() {
    return job;
  }

  /** Returns the place in the queue, in the order of submission. */
  public long place() {
    return place;
  }

  public JobStatus status() {
    return status;
  }

  /**
   * Returns the window in which the job was last booked or to which it was last moved; empty if the
   * job was withdrawn before its window began.
   */
  public Optional<Window> window() {
    return Optional.ofNullable(window);
  }

  public Optional<RefusalReason> refusal() {
    return Optional.ofNullable(refusal);
  }

  /**
   * Returns the reason why the last cycle left the job in the queue; empty if the cycle did not, or
   * if the reason is unknown.
   */
  public Optional<PostponeReason> postponement() {
    return Optional.ofNullable(postponement);
  }

  /** Returns the start of the window in which the job was first booked, or -1. */
  public long promisedStart() {
    return promisedStart;
  }

  /** Returns the tick at which the current window was booked, or -1. */
  public long bookedTick() {
    return bookedTick;
  }

  /** Returns the tick at which the job finished, was refused or was withdrawn, or -1. */
  public long endTick() {
    return endTick;
  }

  public long refundedMilli() {
    return refundedMilli;
  }

  /** Returns the cycle that booked the job, or -1. */
  public int bookedCycle() {
    return bookedCycle;
  }

  /** Returns the number of alternatives found in the cycle that booked the job. */
  public int alternatives() {
    return alternatives;
  }

  /** Returns the number of times that an owner's refusal returned the job to the queue. */
  public int requeues() {
    return requeues;
  }

  /** Returns the number of moves to another window. */
  public int moves() {
    return moves;
  }

  /**
   * Returns the number of consecutive cycles in which the job would have had no window even without
   * any other VO job.
   */
  public int cyclesWithoutWindow() {
    return cyclesWithoutWindow;
  }

  /** Returns whether the policy may move the job before it begins. */
  public boolean movable() {
    return movable;
  }

  /** Returns whether the job was stopped at its reserved end. */
  public boolean stopped() {
    return stopped;
  }

  /** Returns whether the job's window has begun at {@code tick}. */
  public boolean hasBegun(long tick) {
    return window != null && window.start() <= tick;
  }
}
