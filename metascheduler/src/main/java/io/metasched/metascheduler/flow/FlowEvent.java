package io.metasched.metascheduler.flow;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.model.JobRefusal;
import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Window;
import io.metasched.resource.owner.Refusal;
import java.util.List;

/**
 * Something that happened to the job flow; the sequence of them is its whole history. Amounts are
 * in 1/1000 of money and never negative.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event") // messages carry it in records
@JsonSubTypes({
  @JsonSubTypes.Type(value = FlowEvent.Deposited.class, name = "deposited"),
  @JsonSubTypes.Type(value = FlowEvent.Submitted.class, name = "submitted"),
  @JsonSubTypes.Type(value = FlowEvent.Refused.class, name = "refused"),
  @JsonSubTypes.Type(value = FlowEvent.Postponed.class, name = "postponed"),
  @JsonSubTypes.Type(value = FlowEvent.Reserved.class, name = "reserved"),
  @JsonSubTypes.Type(value = FlowEvent.Requeued.class, name = "requeued"),
  @JsonSubTypes.Type(value = FlowEvent.Booked.class, name = "booked"),
  @JsonSubTypes.Type(value = FlowEvent.Moved.class, name = "moved"),
  @JsonSubTypes.Type(value = FlowEvent.Withdrawn.class, name = "withdrawn"),
  @JsonSubTypes.Type(value = FlowEvent.Finished.class, name = "finished")
})
public sealed interface FlowEvent {
  /** In place of a cycle's number, where something happened in no cycle. */
  int NO_CYCLE = -1;

  /** When it happened, in ticks. */
  long tick();

  /** A user's budget for a cycle came in. */
  record Deposited(long tick, int cycle, int user, long milli) implements FlowEvent {
    public Deposited {
      requireAmount(milli);
    }
  }

  /** A user submitted a job. */
  record Submitted(long tick, Job job) implements FlowEvent {}

  /** A job was refused for good. */
  record Refused(long tick, int cycle, JobId job, JobRefusal why) implements FlowEvent {}

  /**
   * A cycle left a job in the queue. The next cycles did so for the same reason, with the same
   * count, until another event says what became of the job.
   *
   * @param cyclesWithoutWindow cycles in a row in which it would have had no window even without
   *     any other VO job
   */
  record Postponed(long tick, int cycle, JobId job, PostponeReason reason, int cyclesWithoutWindow)
      implements FlowEvent {}

  /** Money is reserved for a window while its parts are held. */
  record Reserved(long tick, JobId job, long milli) implements FlowEvent {
    public Reserved {
      requireAmount(milli);
    }
  }

  /** An owner refused a part: the job is back in its place, the reserved money is free. */
  record Requeued(long tick, int cycle, JobId job, int node, Refusal reason) implements FlowEvent {}

  /** All parts are booked, and the window is paid from the reserved money. */
  record Booked(
      long tick,
      int cycle,
      JobId job,
      Window window,
      int alternatives,
      boolean movable,
      boolean proven)
      implements FlowEvent {}

  /**
   * A booked job moved, before it began, to a window that starts no later: paid anew.
   *
   * @param cycle the cycle whose re-planning moved it, to a window that is no worse in its end and
   *     cost either; {@link #NO_CYCLE} where it moved as time came free
   */
  record Moved(long tick, int cycle, JobId job, Window window) implements FlowEvent {}

  /** The user withdrew the job. */
  record Withdrawn(long tick, JobId job, List<Refund> refunds) implements FlowEvent {
    public Withdrawn {
      refunds = List.copyOf(refunds);
    }
  }

  /**
   * The last part of a job ended.
   *
   * @param stopped whether it was stopped at the reserved end before it was done
   */
  record Finished(long tick, JobId job, boolean stopped, List<Refund> refunds)
      implements FlowEvent {
    public Finished {
      refunds = List.copyOf(refunds);
    }
  }

  /** Money that goes back from the owner of a node to the user. */
  record Refund(int node, long milli) {
    public Refund {
      requireAmount(milli);
    }
  }

  private static void requireAmount(long milli) {
    if (milli < 0) {
      throw new IllegalArgumentException("an amount must not be negative, but is " + milli);
    }
  }
}
