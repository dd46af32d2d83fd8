package io.metasched.metascheduler.cyclic.flow;

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
 * Event of the job flow; the sequence of events is the whole history of the flow. Amounts are in
 * 1/1000 of money and never negative.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event") // messages have such fields
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
  /** Cycle number of events that belong to no cycle. */
  int NO_CYCLE = -1;

  /** Returns the tick of the event. */
  long tick();

  /** Deposit of a user's budget for a cycle. */
  record Deposited(long tick, int cycle, int user, long milli) implements FlowEvent {
    public Deposited {
      requireAmount(milli);
    }
  }

  /** Submission of a job by a user. */
  record Submitted(long tick, Job job) implements FlowEvent {}

  /** Final refusal of a job. */
  record Refused(long tick, int cycle, JobId job, JobRefusal why) implements FlowEvent {}

  /**
   * Postponement of a job by a cycle. The postponement also applies to the next cycles, with the
   * given reason and count, until another event of the job.
   *
   * @param cyclesWithoutWindow number of consecutive cycles in which the job would have had no
   *     window even without any other VO job
   */
  record Postponed(long tick, int cycle, JobId job, PostponeReason reason, int cyclesWithoutWindow)
      implements FlowEvent {}

  /** Reservation of money for a window while its parts are held. */
  record Reserved(long tick, JobId job, long milli) implements FlowEvent {
    public Reserved {
      requireAmount(milli);
    }
  }

  /**
   * Refusal of a part by an owner: the job returns to its place in the queue, and the reserved
   * money is released.
   */
  record Requeued(long tick, int cycle, JobId job, int node, Refusal reason) implements FlowEvent {}

  /** Booking of all parts; the reserved money pays for the window. */
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
   * Move of a booked job, before it begins, to a window that starts no later; the user pays for the
   * new window instead of the old one.
   *
   * @param cycle the cycle whose replanning moved the job, to a window that also ends no later and
   *     costs no more; {@link #NO_CYCLE} if the job moved because time was freed
   */
  record Moved(long tick, int cycle, JobId job, Window window) implements FlowEvent {}

  /** Withdrawal of the job by its user. */
  record Withdrawn(long tick, JobId job, List<Refund> refunds) implements FlowEvent {
    public Withdrawn {
      refunds = List.copyOf(refunds);
    }
  }

  /**
   * End of the last part of a job.
   *
   * @param stopped whether the job was stopped at the reserved end before it was done
   */
  record Finished(long tick, JobId job, boolean stopped, List<Refund> refunds)
      implements FlowEvent {
    public Finished {
      refunds = List.copyOf(refunds);
    }
  }

  /** Money returned from the owner of a node to the user. */
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
