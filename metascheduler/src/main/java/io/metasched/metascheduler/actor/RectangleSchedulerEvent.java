package io.metasched.metascheduler.actor;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.ReservedPart;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.rectangles.ElementRange;
import java.util.List;

/**
 * What the scheduler of reservations writes to its journal: what has happened, its answers
 * included. Its state is the fold of these events, see {@link RectangleSchedulerFold}. A request
 * that was in progress is repeated by its issuer. docs/journal.md says how stored events of an
 * older version are read.
 */
sealed interface RectangleSchedulerEvent extends CborSerializable {
  /** What was answered. */
  RectangleScheduler.Reply reply();

  /** A request was answered: elements are reserved if the answer says so. */
  record RequestAnswered(
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply") RectangleScheduler.Reply reply)
      implements RectangleSchedulerEvent {}

  /** A reservation was cancelled, or its job has ended. */
  record ReservationForgotten(RectangleScheduler.Changed reply, long job)
      implements RectangleSchedulerEvent {}

  /** A job gave back all but some of its elements. */
  record ElementsGivenBack(
      RectangleScheduler.Changed reply, long job, List<ElementRange> kept, long nowTick)
      implements RectangleSchedulerEvent {
    public ElementsGivenBack {
      kept = List.copyOf(kept);
    }
  }

  /**
   * What the events so far lead to, as it is stored now and then.
   *
   * @param parts what is reserved, job by job
   * @param replies the answers that are remembered, oldest first
   * @param forgotten the last request of each issuer whose answer is forgotten
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
