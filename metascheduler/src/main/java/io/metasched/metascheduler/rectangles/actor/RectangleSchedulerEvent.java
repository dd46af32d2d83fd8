package io.metasched.metascheduler.rectangles.actor;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.rectangles.ElementRange;
import io.metasched.resource.rectangles.actor.ReservedPart;
import java.util.List;

/**
 * Event that the scheduler of reservations writes to its journal, including the reply. Its state is
 * the fold of these events, see {@link RectangleSchedulerFold}. After a restart, the issuer repeats
 * a request in progress. docs/actors.md documents how stored events of an older version are read.
 */
sealed interface RectangleSchedulerEvent extends CborSerializable {
  /** Returns the reply to the request. */
  RectangleScheduler.Reply reply();

  /**
   * Answer to a request: elements are reserved if the reply is a {@link
   * RectangleScheduler.Reserved}.
   */
  record RequestAnswered(
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply") RectangleScheduler.Reply reply)
      implements RectangleSchedulerEvent {}

  /** Cancellation of a reservation, or end of its job. */
  record ReservationForgotten(RectangleScheduler.Changed reply, long job)
      implements RectangleSchedulerEvent {}

  /** Return of all elements of a job except some. */
  record ElementsGivenBack(
      RectangleScheduler.Changed reply, long job, List<ElementRange> kept, long nowTick)
      implements RectangleSchedulerEvent {
    public ElementsGivenBack {
      kept = List.copyOf(kept);
    }
  }

  /**
   * Snapshot of the state.
   *
   * @param parts the reservations, job by job
   * @param replies the cached replies, oldest first
   * @param forgotten for each issuer, its last request whose reply was dropped
   */
  record Snapshot(
      List<ReservedPart> parts,
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply")
          List<RectangleScheduler.Reply> replies,
      List<CommandId> forgotten)
      implements CborSerializable {
    public Snapshot {
      parts = List.copyOf(parts);
      replies = List.copyOf(replies);
      forgotten = List.copyOf(forgotten);
    }
  }
}
