package io.metasched.resource.rectangles.actor;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.rectangles.ElementRange;
import java.util.List;

/**
 * Event that a multiprocessor writes to its journal, including the reply. Its state is the fold of
 * these events, see {@link MultiprocessorFold}. docs/actors.md documents how stored events of an
 * older version are read.
 */
sealed interface MultiprocessorEvent extends CborSerializable {
  /** Returns the reply to the command. */
  Multiprocessor.Reply reply();

  /** Reservation of elements for a job. */
  record ElementsReserved(Multiprocessor.Confirmed reply, ReservedPart part)
      implements MultiprocessorEvent {}

  /** Refusal of a reservation. */
  record ReservationDeclined(Multiprocessor.Declined reply) implements MultiprocessorEvent {}

  /** End or cancellation of a job. */
  record ElementsReleased(Multiprocessor.Released reply, long job) implements MultiprocessorEvent {}

  /** Return of all but some elements of a job. */
  record ElementsGivenBack(
      Multiprocessor.GivenBack reply, long job, List<ElementRange> kept, long nowTick)
      implements MultiprocessorEvent {
    public ElementsGivenBack {
      kept = List.copyOf(kept);
    }
  }

  /**
   * Snapshot of the state.
   *
   * @param parts the reservations, job by job
   * @param replies the cached replies, oldest first
   * @param forgotten for each issuer, its last command whose reply was dropped
   */
  record Snapshot(
      List<ReservedPart> parts,
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply")
          List<Multiprocessor.Reply> replies,
      List<CommandId> forgotten)
      implements CborSerializable {
    public Snapshot {
      parts = List.copyOf(parts);
      replies = List.copyOf(replies);
      forgotten = List.copyOf(forgotten);
    }
  }
}
