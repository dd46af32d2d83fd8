package io.metasched.metascheduler.flow;

import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.resource.model.Window;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the job flow knows of one job. Only {@link JobFlow} changes it. */
public final class JobState {
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

  JobState(Job job, long place) {
    this.job = job;
    this.place = place;
  }

  public Job job() {
    return job;
  }

  /** Its place in the queue, in the order of submission. */
  public long place() {
    return place;
  }

  public JobStatus status() {
    return status;
  }

  /** Where it was booked or moved to last; empty when it was withdrawn before that began. */
  public Optional<Window> window() {
    return Optional.ofNullable(window);
  }

  public Optional<RefusalReason> refusal() {
    return Optional.ofNullable(refusal);
  }

  /** Why the last cycle left it in the queue, if it is known to have done so. */
  public Optional<PostponeReason> postponement() {
    return Optional.ofNullable(postponement);
  }

  /** Start of the window it was booked in first, or -1. */
  public long promisedStart() {
    return promisedStart;
  }

  /** When the present window was booked, or -1. */
  public long bookedTick() {
    return bookedTick;
  }

  /** When it finished, was refused or withdrawn, or -1. */
  public long endTick() {
    return endTick;
  }

  public long refundedMilli() {
    return refundedMilli;
  }

  /** The cycle that booked it, or -1. */
  public int bookedCycle() {
    return bookedCycle;
  }

  /** Alternatives found in the cycle that booked it. */
  public int alternatives() {
    return alternatives;
  }

  /** How often an owner's refusal put it back into the queue. */
  public int requeues() {
    return requeues;
  }

  /** How often it moved to another window. */
  public int moves() {
    return moves;
  }

  /** Cycles in a row in which it would have had no window even without any other VO job. */
  public int cyclesWithoutWindow() {
    return cyclesWithoutWindow;
  }

  /** Whether its policy may move it while it has not begun. */
  public boolean movable() {
    return movable;
  }

  /** Whether it was stopped at its reserved end. */
  public boolean stopped() {
    return stopped;
  }

  /** Whether its window has begun at {@code tick}. */
  public boolean hasBegun(long tick) {
    return window != null && window.start() <= tick;
  }
}
